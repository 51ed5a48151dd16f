// The account in the settings: who, what is allowed, where the sign-in is kept.
import type { AppState } from '../../main/contract/state.ts';
import { FailureMessage } from '../elements/failure-words.tsx';
import { Moment } from '../elements/moment.tsx';
import { useStore } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { Granted } from './granted.tsx';
import { SigningIn } from './signing-in.tsx';

const w = words.account;
const a = words.accounts;

export function AccountSection({ app }: { readonly app: AppState }) {
  return (
    <>
      <InUse app={app} />
      <Others app={app} />
    </>
  );
}

/** Everybody else who is signed in with the service, one click away. */
function Others({ app: { accounts, account, service } }: { readonly app: AppState }) {
  const store = useStore();
  const others = accounts.filter(({ isInUse }) => !isInUse);
  if (account.status === 'signing-in' || service.kind === 'demo') return null;
  if (others.length === 0 && account.status !== 'signed-in') return null;
  return (
    <div className="other-accounts">
      {others.length > 0 && <p className="dim small">{a.othersWords}</p>}
      {others.map(({ id, name, waiting }) => (
        <div key={id} className="row">
          <div>
            <strong>{name}</strong>
            {waiting > 0 && <p className="dim small">{a.waiting(waiting)}</p>}
          </div>
          <span className="actions">
            <button
              type="button"
              className="button"
              aria-label={a.use(name)}
              onClick={() => void store.order('accounts.use', { id })}
            >
              {a.useShort}
            </button>
            <button
              type="button"
              className="button"
              aria-label={a.signOut(name)}
              onClick={() => void store.order('account.signOut', { id })}
            >
              {w.signOut}
            </button>
          </span>
        </div>
      ))}
      {account.status === 'signed-in' && (
        <p className="actions">
          <button type="button" className="button" onClick={() => void store.signIn({ otherPilot: true })}>
            {a.add}
          </button>
        </p>
      )}
    </div>
  );
}

function InUse({ app: { account } }: { readonly app: AppState }) {
  const store = useStore();
  const { order } = store;
  if (account.status === 'signing-in') return <SigningIn />;
  const signIn = (label: string) => (
    <button type="button" className="button main-button" onClick={() => void store.signIn()}>
      {label}
    </button>
  );
  if (account.status !== 'signed-in')
    return (
      <div className="row">
        <div>
          <strong>
            {account.status === 'signed-out' && account.name !== null ? w.signedOut(account.name) : w.nobody}
          </strong>
          <p className="dim small">
            {account.status === 'signed-out' && account.reason ? (
              <FailureMessage failure={account.reason} />
            ) : (
              w.nobodyWords
            )}
          </p>
        </div>
        {signIn(w.signIn)}
      </div>
    );
  return (
    <>
      <div className="row">
        <div>
          <strong>{w.signedInAs(account.name)}</strong>
          <p className="dim small">
            {w.since} <Moment at={account.since} isFull />
          </p>
          <Granted account={account} />
        </div>
        <button type="button" className="button" onClick={() => void order('account.signOut', {})}>
          {w.signOut}
        </button>
      </div>
      {(account.concern || !account.mayUpload) && (
        <div className="row concern-row">
          <p>{account.concern ? <FailureMessage failure={account.concern} /> : w.mayNotUpload}</p>
          {signIn(account.mayUpload ? w.signInAgain : w.askAgain)}
        </div>
      )}
    </>
  );
}
