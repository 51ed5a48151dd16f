// Sets a new client secret, which is shown only once.
import { useState } from 'react';
import { CopyButton } from '../elements/copy-button.tsx';
import { Field } from '../elements/field.tsx';
import { words } from '../words/words.ts';

export function NewSecret({
  onKeep,
  onClose,
}: {
  readonly onKeep: (secret: string) => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const [secret, setSecret] = useState(() => `secret-${crypto.randomUUID()}`);
  const [isKept, setKept] = useState(false);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void onKeep(secret.trim()).then(setKept);
      }}
    >
      <Field
        label={words.people.newSecret}
        className="mono"
        required
        value={secret}
        readOnly={isKept}
        help={isKept ? words.people.secretSaved : words.people.secretHelp}
        onChange={(event) => setSecret(event.target.value)}
      />
      <div className="actions">
        {isKept ? (
          <CopyButton text={secret} label={words.people.copySecret} className="button small-button" />
        ) : (
          <button type="submit" className="button small-button main-button">
            {words.people.setSecret}
          </button>
        )}
        <button type="button" className="button small-button" onClick={onClose}>
          {isKept ? words.close : words.cancel}
        </button>
      </div>
    </form>
  );
}
