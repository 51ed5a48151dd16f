// Requests the control token if the URL has none.
import { useState } from 'react';
import { Field } from '../elements/field.tsx';
import { messages } from '../messages/messages.ts';

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
      <p className="tag">{messages.testService}</p>
      <h1>{messages.token.title}</h1>
      {isRefused ? (
        <p className="refused-text" role="alert">
          {messages.token.refused}
        </p>
      ) : null}
      <p>{messages.token.where}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (token.trim() === '') setMissing(true);
          else onToken(token.trim());
        }}
      >
        <Field
          label={messages.token.label}
          className="mono"
          value={token}
          wrong={isMissing && token.trim() === '' ? messages.token.missing : null}
          onChange={(event) => setToken(event.target.value)}
        />
        <div className="actions">
          <button type="submit" className="button main-button large-button">
            {messages.token.open}
          </button>
        </div>
      </form>
      <p className="dim small">{messages.token.keeping}</p>
    </main>
  );
}
