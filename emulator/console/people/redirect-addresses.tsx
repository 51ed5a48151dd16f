import { useId, useState } from 'react';
import { messages } from '../messages/messages.ts';

/** One redirect URI per line; the emulator validates them. */
export function RedirectAddresses({
  addresses,
  onKeep,
  onClose,
}: {
  readonly addresses: readonly string[];
  readonly onKeep: (addresses: string[]) => Promise<void>;
  readonly onClose: () => void;
}) {
  const id = useId();
  const [text, setText] = useState(addresses.join('\n'));
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void onKeep(
          text
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        );
      }}
    >
      <div className="field">
        <label htmlFor={id}>{messages.people.addressesLabel}</label>
        <textarea
          id={id}
          className="mono"
          rows={Math.min(8, text.split('\n').length + 1)}
          value={text}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className="actions">
        <button type="submit" className="button small-button main-button">
          {messages.save}
        </button>
        <button type="button" className="button small-button" onClick={onClose}>
          {messages.cancel}
        </button>
      </div>
    </form>
  );
}
