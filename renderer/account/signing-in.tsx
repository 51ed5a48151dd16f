// A sign-in under way: its steps, and the two ways round a browser that does not come back.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { signInSteps } from '../../main/contract/state.ts';
import type { AppState } from '../../main/contract/state.ts';
import { copyText } from '../elements/copy-text.ts';
import { Field } from '../elements/field.tsx';
import { useStore } from '../store/use-window.ts';
import { words } from '../words/words.ts';

const w = words.account;

type Account = Extract<AppState['account'], { status: 'signing-in' }>;

export function SigningIn({ account }: { readonly account: Account }) {
  const store = useStore();
  const at = signInSteps.indexOf(account.step);
  return (
    <section className="card signing-in" aria-label={w.signingIn}>
      <div className="card-words">
        <strong>{w.signingIn}</strong>
        <ol className="steps">
          {signInSteps.map((step, place) => (
            <li key={step} className={stepClass(place, at)} aria-current={place === at ? 'step' : undefined}>
              {w.steps[step]}
            </li>
          ))}
        </ol>
        {account.step === 'waiting-for-browser' && <p>{w.browserWords}</p>}
        {account.step === 'waiting-for-browser' && account.address !== null && <ByHand address={account.address} />}
      </div>
      <button type="button" className="button" onClick={() => void store.order('account.cancelSignIn', {})}>
        {words.cancel}
      </button>
    </section>
  );
}

function stepClass(place: number, at: number): string {
  if (place < at) return 'done';
  return place === at ? 'now' : 'open';
}

function ByHand({ address }: { readonly address: string }) {
  const store = useStore();
  const [pasted, setPasted] = useState('');
  const [trouble, setTrouble] = useState<string | undefined>();

  async function use(event: FormEvent) {
    event.preventDefault();
    const address = pasted.trim();
    if (address === '') return;
    const result = await store.ask('account.pasteAnswer', { address });
    // Whatever else ends the sign-in is said where the account stands.
    setTrouble(result.ok ? undefined : result.failure.words);
  }

  async function copy() {
    store.tell((await copyText(address)) ? words.detail.addressCopied : words.detail.notCopied);
  }

  return (
    <details>
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
          hint={w.pasteHint}
          trouble={trouble}
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
    </details>
  );
}
