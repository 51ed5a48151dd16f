// A sign-in: its steps, how it ended, and what to do if the browser does not come back.
import { isDeclined } from '../../main/contract/failure.ts';
import { signInSteps } from '../../main/contract/sign-in.ts';
import type { SignIn } from '../../main/contract/sign-in.ts';
import { FailureMessage } from '../elements/failure-message.tsx';
import { Icon } from '../elements/icon.tsx';
import { useNow, useStore, useWindow } from '../store/use-window.ts';
import { choice, t, text } from '../text.ts';
import { SignInByHand } from './sign-in-by-hand.tsx';
import { SignInButtons } from './sign-in-buttons.tsx';

/** How long the card shows that it is done. */
const doneShownMs = 10_000;

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
        <button type="button" className="button" onClick={() => void store.signIn()}>
          {t('window.account.startOver')}
        </button>
        <button type="button" className="button" onClick={() => void store.order('account.cancelSignIn', {})}>
          {t('window.common.cancel')}
        </button>
      </span>
    </section>
  );
}

/** How the last sign-in ended, while a pilot is signed in. Success is shown briefly, a failure until it is dismissed. */
export function SignInEnded() {
  const signIn = useWindow((state) => state.app?.signIn ?? null);
  const isDemo = useWindow((state) => state.app?.service.kind === 'demo');
  const dismissed = useWindow((state) => state.dismissed);
  const store = useStore();
  // The demonstration signs in automatically, so that is not announced.
  if (signIn?.step === 'done') return isDemo ? null : <Done signIn={signIn} />;
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
      <button
        type="button"
        className="icon-button"
        aria-label={t('window.common.dismiss')}
        onClick={() => store.dismissConcern(ending)}
      >
        <Icon name="close" />
      </button>
    </section>
  );
}

function Done({ signIn }: { readonly signIn: Extract<SignIn, { step: 'done' }> }) {
  const now = useNow();
  // The clock may have been set back since.
  if (Math.abs(now - signIn.at) >= doneShownMs) return null;
  return (
    <section className="card signing-in signed-in-now" aria-label={t('window.account.done')}>
      <div className="card-text">
        <strong>{t('window.account.signedInAs', { name: signIn.name })}</strong>
        <Steps step="done" />
      </div>
    </section>
  );
}

function Steps({ step }: { readonly step: SignIn['step'] }) {
  const at = step === 'done' ? signInSteps.length : signInSteps.indexOf(step as (typeof signInSteps)[number]);
  return (
    <ol className="steps">
      {signInSteps.map((name, place) => (
        <li key={name} className={stepClass(place, at)} aria-current={place === at ? 'step' : undefined}>
          {t('window.account.step', { step: choice(name) })}
        </li>
      ))}
    </ol>
  );
}

function stepClass(place: number, at: number): string {
  if (place < at) return 'done';
  return place === at ? 'now' : 'open';
}
