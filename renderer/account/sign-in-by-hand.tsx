// The two ways round a browser that does not open or does not come back: copy the address, paste the one it ended on.
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { SignIn } from '../../main/contract/sign-in.ts';
import { copyText } from '../elements/copy-text.ts';
import { Field } from '../elements/field.tsx';
import { useStore } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { text } from '../text.ts';

const w = words.account;

type Waiting = Extract<SignIn, { step: 'waiting-for-browser' }>;

/** Stands open where no browser opened by itself. */
export function SignInByHand({ waiting }: { readonly waiting: Waiting }) {
  const store = useStore();
  const [isOpen, setOpen] = useState(false);
  const [pasted, setPasted] = useState('');
  const [error, setError] = useState<string | undefined>();
  const { address, endsOn, concern } = waiting;

  async function use(event: FormEvent) {
    event.preventDefault();
    if (pasted.trim() === '') return;
    const result = await store.ask('account.pasteRedirect', { address: pasted.trim() });
    // Whatever else ends the sign-in is said where the account stands.
    setError(result.ok ? undefined : text(result.failure.message));
  }

  async function copy() {
    store.tell((await copyText(address)) ? words.detail.addressCopied : words.detail.notCopied);
  }

  return (
    <details open={isOpen || concern !== null} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{w.noBrowser}</summary>
      <div className="by-hand">
        <Field label={w.address} value={address} readOnly className="mono" onFocus={(event) => event.target.select()} />
        <button type="button" className="button" onClick={() => void copy()}>
          {w.copyAddress}
        </button>
      </div>
      <form className="by-hand" onSubmit={(event) => void use(event)}>
        <Field
          label={w.paste}
          hint={w.pasteHint(endsOn)}
          error={error}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          className="mono"
          maxLength={4000}
        />
        <button type="submit" className="button">
          {w.pasteButton}
        </button>
      </form>
      <p className="dim small breakable">{w.unknownRedirect(endsOn.replace(/:\d+\//, '/'))}</p>
    </details>
  );
}
