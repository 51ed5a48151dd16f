// A sign-in as it goes: its steps, how it ended, and the ways round a browser that does not come back.
import { signInSteps } from '../../main/contract/sign-in.ts';
import type { SignIn } from '../../main/contract/sign-in.ts';
import { FailureMessage } from '../elements/failure-words.tsx';
import { Icon } from '../elements/icon.tsx';
import { Moment } from '../elements/moment.tsx';
import { useNow, useStore, useWindow } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { SignInByHand } from './sign-in-by-hand.tsx';
import { SignInButtons } from './sign-in-buttons.tsx';
import { text } from '../text.ts';

const w = words.account;
/** How long the window says that it is done. */
const doneShownMs = 10_000;

/** The sign-in under way; nothing where there is none. */
export function SigningIn() {
  const store = useStore();
  const signIn = useWindow((state) => state.app?.signIn ?? null);
  if (signIn === null || signIn.step === 'done' || signIn.step === 'failed') return null;
  const isWaiting = signIn.step === 'waiting-for-browser';
  return (
    <section className="card signing-in" aria-label={w.signingIn}>
      <div className="card-words">
        <strong>{w.signingIn}</strong>
        <Steps step={signIn.step} />
        {isWaiting && (
          <p>
            {signIn.concern === null ? w.browserWords : text(signIn.concern.message)} {w.waitsUntil}{' '}
            <Moment at={signIn.until} /> Z.
          </p>
        )}
        {/* Another attempt has another address: what was typed for the one before is of no use for it. */}
        {isWaiting && <SignInByHand key={signIn.address} waiting={signIn} />}
      </div>
      <span className="actions">
        <button type="button" className="button" onClick={() => void store.signIn()}>
          {w.beginAgain}
        </button>
        <button type="button" className="button" onClick={() => void store.order('account.cancelSignIn', {})}>
          {words.cancel}
        </button>
      </span>
    </section>
  );
}

/** How the last sign-in ended, while somebody is signed in: done is said for a moment, what went otherwise until it is put away. */
export function SignInEnded() {
  const signIn = useWindow((state) => state.app?.signIn ?? null);
  const isDemo = useWindow((state) => state.app?.service.kind === 'demo');
  const putAway = useWindow((state) => state.putAway);
  const store = useStore();
  // The demonstration signs in by itself: nobody waits to hear that it has.
  if (signIn?.step === 'done') return isDemo ? null : <Done signIn={signIn} />;
  // Who calls a sign-in off knows that, and whoever was signed in still is.
  if (signIn?.step !== 'failed' || signIn.why.kind === 'sign-in-cancelled') return null;
  const ending = `sign-in ${signIn.at}`;
  if (putAway.includes(ending)) return null;
  return (
    <section className="card concern" aria-label={w.notSignedIn}>
      <div className="card-words">
        <FailureMessage failure={signIn.why} />
      </div>
      <SignInButtons why={signIn.why} label={w.signInAgain} />
      <button type="button" className="icon-button" aria-label={words.dismiss} onClick={() => store.putAway(ending)}>
        <Icon name="close" />
      </button>
    </section>
  );
}

function Done({ signIn }: { readonly signIn: Extract<SignIn, { step: 'done' }> }) {
  const now = useNow();
  if (now >= signIn.at + doneShownMs) return null;
  return (
    <section className="card signing-in signed-in-now" aria-label={w.signedInNow}>
      <div className="card-words">
        <strong>{w.signedInAs(signIn.name)}</strong>
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
          {w.steps[name]}
        </li>
      ))}
    </ol>
  );
}

function stepClass(place: number, at: number): string {
  if (place < at) return 'done';
  return place === at ? 'now' : 'open';
}
