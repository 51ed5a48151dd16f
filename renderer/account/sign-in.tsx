// A sign-in: its steps, how it failed, what to do if the browser does not come back, and the buttons that begin one.
import { Button, IconButton } from '../elements/button.tsx';
import { type FormEvent, useState } from 'react';
import { type Failure, isDeclined } from '../../main/contract/failure.ts';
import { type SignIn, signInSteps } from '../../main/contract/sign-in.ts';
import { copyText } from '../copy-and-save.ts';
import { FailureMessage } from '../elements/failure-message.tsx';
import { Field } from '../elements/form-fields.tsx';
import { openView } from '../elements/use-view.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import { choice, t, text } from '../text.ts';

/** The sign-in in progress, if there is one. */
export function SigningIn() {
  const store = useStore();
  const signIn = useWindow((state) => state.app?.signIn ?? null);
  if (signIn === null || signIn.step === 'done' || signIn.step === 'failed') return null;
  const isWaiting = signIn.step === 'waiting-for-browser';
  return (
    <section className="card signing-in" aria-label={t('window.account.signingIn')}>
      <div className="card-text">
        <strong>{t('window.account.signingIn')}</strong>
        <Steps step={signIn.step} />
        {isWaiting && (
          <p>
            {signIn.concern === null ? (
              t('window.account.browser', { until: signIn.until })
            ) : (
              <>
                <span>{text(signIn.concern.message)}</span> {t('window.account.expires', { until: signIn.until })}
              </>
            )}
          </p>
        )}
        {/* Each attempt has a new address, so text typed for an earlier one is dropped. */}
        {isWaiting && <SignInByHand key={signIn.address} waiting={signIn} />}
      </div>
      <span className="actions">
        <Button onClick={() => void store.signInAgain()}>{t('window.account.startOver')}</Button>
        <Button onClick={() => void store.send('account.cancelSignIn', {})}>{t('window.common.cancel')}</Button>
      </span>
    </section>
  );
}

/** How the last sign-in failed, while a pilot is signed in, until it is dismissed. */
export function SignInFailed() {
  const signIn = useWindow((state) => state.app?.signIn ?? null);
  const dismissed = useWindow((state) => state.dismissed);
  const store = useStore();
  // A pilot who cancels a sign-in knows that it was cancelled.
  if (signIn?.step !== 'failed' || signIn.why.kind === 'sign-in-cancelled') return null;
  const ending = `sign-in ${signIn.at}`;
  if (dismissed.includes(ending)) return null;
  const isCalm = isDeclined(signIn.why);
  return (
    <section
      className={isCalm ? 'card signing-in' : 'card concern'}
      aria-label={isCalm ? t('window.account.title') : t('window.account.failed')}
    >
      <div className="card-text">
        <FailureMessage failure={signIn.why} />
      </div>
      <SignInButtons why={signIn.why} label={t('window.account.signInAgain')} />
      <IconButton icon="close" label={t('window.common.dismiss')} onClick={() => store.dismissConcern(ending)} />
    </section>
  );
}

function Steps({ step }: { readonly step: (typeof signInSteps)[number] }) {
  const at = signInSteps.indexOf(step);
  return (
    <ol className="line steps">
      {signInSteps.map((name, place) => (
        <li
          key={name}
          className={`line ${place < at ? 'done' : place === at ? 'now' : 'open'}`}
          aria-current={place === at ? 'step' : undefined}
        >
          {t('window.account.step', { step: choice(name) })}
        </li>
      ))}
    </ol>
  );
}

// For a browser that doesn't open or come back: copy the address, paste the final one.

type Waiting = Extract<SignIn, { step: 'waiting-for-browser' }>;

/** Open immediately if no browser could be opened. */
function SignInByHand({ waiting }: { readonly waiting: Waiting }) {
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
      <div className="line by-hand">
        <Field
          label={t('window.account.address')}
          value={address}
          readOnly
          className="mono"
          onFocus={(event) => event.target.select()}
        />
        <Button onClick={() => void copy()}>{t('window.account.copyAddress')}</Button>
      </div>
      <form className="line by-hand" onSubmit={(event) => void use(event)}>
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
        <Button type="submit">{t('window.account.pasteButton')}</Button>
      </form>
      <p className="dim small breakable">
        {t('window.account.unknownRedirect', { address: endsOn.replace(/:\d+\//, '/') })}
      </p>
    </details>
  );
}

type SignInButtonsProps = { readonly why: Failure | null; readonly label: string };

/** The buttons of a pilot who isn't signed in: open the settings, sign in again, add another pilot. */
export function SignInButtons({ why, label }: SignInButtonsProps) {
  const { signIn, signInAgain } = useStore();
  const needsSettings = why?.requiredAction === 'settings';
  return (
    <span className="actions">
      {needsSettings && (
        <Button look="main" onClick={() => openView('settings')}>
          {t('window.action.name', { action: 'openSettings' })}
        </Button>
      )}
      <Button look={needsSettings ? 'plain' : 'main'} onClick={() => void signInAgain()}>
        {label}
      </Button>
      {why?.kind === 'other-pilot' && (
        <Button onClick={() => void signIn({ otherPilot: true })}>{t('window.pilots.add')}</Button>
      )}
    </span>
  );
}
