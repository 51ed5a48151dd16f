// For a browser that doesn't open or come back: copy the address, paste the final one.
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { SignIn } from '../../main/contract/sign-in.ts';
import { copyText } from '../elements/copy-text.ts';
import { Field } from '../elements/field.tsx';
import { useStore } from '../store/use-window.ts';
import { t, text } from '../text.ts';

type Waiting = Extract<SignIn, { step: 'waiting-for-browser' }>;

/** Open immediately if no browser could be opened. */
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
    // Other failures of the sign-in are shown by the account's card.
    setError(result.ok ? undefined : text(result.failure.message));
  }

  async function copy() {
    store.notify((await copyText(address)) ? t('window.detail.addressCopied') : t('window.detail.notCopied'));
  }

  return (
    <details open={isOpen || concern !== null} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('window.account.noBrowser')}</summary>
      <div className="by-hand">
        <Field
          label={t('window.account.address')}
          value={address}
          readOnly
          className="mono"
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="button" onClick={() => void copy()}>
          {t('window.account.copyAddress')}
        </button>
      </div>
      <form className="by-hand" onSubmit={(event) => void use(event)}>
        <Field
          label={t('window.account.paste')}
          hint={t('window.account.pasteHint', { start: endsOn })}
          error={error}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          className="mono"
          maxLength={4000}
        />
        <button type="submit" className="button">
          {t('window.account.pasteButton')}
        </button>
      </form>
      <p className="dim small breakable">
        {t('window.account.unknownRedirect', { address: endsOn.replace(/:\d+\//, '/') })}
      </p>
    </details>
  );
}
