// Asks for the control token if the URL has none.
import { useState } from 'react';
import { Field } from '../elements/field.tsx';
import { words } from '../words/words.ts';

export function TokenForm({
  isRefused,
  onToken,
}: {
  readonly isRefused: boolean;
  readonly onToken: (token: string) => void;
}) {
  const [token, setToken] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <main className="alone">
      <p className="tag">{words.demonstration}</p>
      <h1>{words.token.title}</h1>
      {isRefused ? (
        <p className="refused-words" role="alert">
          {words.token.refused}
        </p>
      ) : null}
      <p>{words.token.where}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (token.trim() === '') setMissing(true);
          else onToken(token.trim());
        }}
      >
        <Field
          label={words.token.label}
          className="mono"
          value={token}
          wrong={isMissing && token.trim() === '' ? words.token.missing : null}
          onChange={(event) => setToken(event.target.value)}
        />
        <div className="actions">
          <button type="submit" className="button main-button large-button">
            {words.token.open}
          </button>
        </div>
      </form>
      <p className="dim small">{words.token.keeping}</p>
    </main>
  );
}
