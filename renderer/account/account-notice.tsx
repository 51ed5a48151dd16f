// On the board: what stands between the pilot and sending. Nothing while all is well.
import type { AppState } from '../../main/contract/state.ts';
import type { Failure } from '../../main/contract/failure.ts';
import type { Strip } from '../../main/contract/strip.ts';
import { FailureMessage } from '../elements/failure-words.tsx';
import { Icon } from '../elements/icon.tsx';
import { openView } from '../elements/use-view.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { isVaultInTheWay, VaultCard } from './vault-card.tsx';
import { SignInButtons } from './sign-in-buttons.tsx';
import { SignInEnded, SigningIn } from './signing-in.tsx';
import { text } from '../text.ts';
import { isSameMessage } from '../../main/messages/message.ts';

const w = words.account;

export function AccountNotice({ app }: { readonly app: AppState }) {
  const { account, connection, secretsConcern, settingsConcern, dataConcern } = app;
  const held = useWindow((state) => state.lists.outbound.strips.find(isHeldUp)?.reason ?? null);
  const accountConcern = account.status === 'signed-in' ? account.concern : null;
  const isSaid =
    account.status !== 'signed-in' ||
    [accountConcern, connection.concern, dataConcern].some((c) => c && held && isSameMessage(c.message, held.message));
  return (
    <>
      <SigningIn />
      {account.status === 'signed-in' && <SignInEnded />}
      {isVaultInTheWay(app) && <VaultCard app={app} />}
      {isNobody(account) && !isLockedIn(account) && <NobodyCard account={account} />}
      {accountConcern && <Concern failure={accountConcern} />}
      {connection.concern && !(accountConcern && isSameMessage(connection.concern.message, accountConcern.message)) && (
        <Concern failure={connection.concern} mayTryNow={connection.concern.retryAt !== undefined} />
      )}
      {/* What holds all reports back is said once above them, not only in the detail of each. */}
      {held && !isSaid && (
        <Concern failure={held} mayTryNow={held.requiredAction === 'subscription' || held.retryAt !== undefined} />
      )}
      {!app.isWorking && app.begun && (
        <section className="card" aria-label={words.link.looksOnTitle}>
          <div className="card-words">
            <strong>{words.link.looksOnTitle}</strong>
            <span>{words.link.isFollower}</span>
          </div>
        </section>
      )}
      {dataConcern && <Concern failure={dataConcern} mayBeDismissed={dataConcern.code === 'rescued'} />}
      {settingsConcern && <Concern failure={settingsConcern} mayBeDismissed />}
      {secretsConcern && !isVaultInTheWay(app) && <Concern failure={secretsConcern} mayBeDismissed />}
    </>
  );
}

/** It is held, or waits for the service to be well again. A pause that the service asks for stands on the runway. */
const isHeldUp = ({ stage, reason }: Strip) =>
  stage === 'held' ||
  (stage === 'waiting' && (reason?.kind === 'service-error' || reason?.kind === 'answer-not-understood'));

const isNobody = (account: AppState['account']): account is Nobody =>
  account.status === 'none' || account.status === 'signed-out';
/** Somebody may well be signed in: the vault's own card has the way out. */
const isLockedIn = (account: Nobody) => account.status === 'signed-out' && account.reason?.kind === 'vault-locked';

type Nobody = Extract<AppState['account'], { status: 'none' | 'signed-out' }>;

function NobodyCard({ account }: { readonly account: Nobody }) {
  const name = account.status === 'signed-out' ? account.name : null;
  const reason = account.status === 'signed-out' ? account.reason : null;
  return (
    <section className="card you-card" aria-label={w.title}>
      <div className="card-words">
        <strong>{name === null ? w.nobody : w.signedOut(name)}</strong>
        <span>{reason ? <FailureMessage failure={reason} /> : w.nobodyWords}</span>
      </div>
      <SignInButtons why={reason} label={name === null ? w.signIn : w.signInAgain} />
    </section>
  );
}

type ConcernProps = {
  readonly failure: Failure;
  readonly mayBeDismissed?: boolean;
  /** It is tried again by itself, and sooner where the pilot knows that it is mended. */
  readonly mayTryNow?: boolean;
};

function Concern({ failure, mayBeDismissed = false, mayTryNow = false }: ConcernProps) {
  const { signIn, order, putAway } = useStore();
  const shown = text(failure.message);
  const isDismissed = useWindow((state) => state.putAway.includes(shown));
  if (mayBeDismissed && isDismissed) return null;
  return (
    <section className="card concern">
      <div className="card-words">
        <FailureMessage failure={failure} />
      </div>
      {(failure.requiredAction === 'sign-in' || failure.requiredAction === 'new-consent') && (
        <button type="button" className="button main-button" onClick={() => void signIn()}>
          {failure.requiredAction === 'new-consent' ? w.askAgain : w.signInAgain}
        </button>
      )}
      {mayTryNow && (
        <button type="button" className="button" onClick={() => void order('flights.refresh', {})}>
          {w.tryNow}
        </button>
      )}
      {failure.requiredAction === 'settings' && (
        <button type="button" className="button" onClick={() => openView('settings')}>
          {words.strip.actions['open-settings']}
        </button>
      )}
      {mayBeDismissed && (
        <button type="button" className="icon-button" aria-label={words.dismiss} onClick={() => putAway(shown)}>
          <Icon name="close" />
        </button>
      )}
    </section>
  );
}
