// Sets a new client secret, which is shown only once.
import { useState } from 'react';
import { CopyButton } from '../elements/copy-button.tsx';
import { Field } from '../elements/field.tsx';
import { messages } from '../messages/messages.ts';

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
        label={messages.people.newSecret}
        className="mono"
        required
        value={secret}
        readOnly={isKept}
        help={isKept ? messages.people.secretSaved : messages.people.secretHelp}
        onChange={(event) => setSecret(event.target.value)}
      />
      <div className="actions">
        {isKept ? (
          <CopyButton text={secret} label={messages.people.copySecret} className="button small-button" />
        ) : (
          <button type="submit" className="button small-button main-button">
            {messages.people.setSecret}
          </button>
        )}
        <button type="button" className="button small-button" onClick={onClose}>
          {isKept ? messages.close : messages.cancel}
        </button>
      </div>
    </form>
  );
}
