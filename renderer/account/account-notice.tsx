// Shows on the board what keeps reports from uploading. Renders nothing while there is no problem.
import { Button, IconButton } from '../elements/button.tsx';
import type { AppState } from '../../main/contract/state.ts';
import { isDeclined, needsSignIn, serviceFailureKinds, type Failure } from '../../main/contract/failure.ts';
import type { Strip } from '../../main/contract/strip.ts';
import { FailureMessage } from '../elements/failure-message.tsx';
import { openView } from '../elements/use-view.ts';
import { isOfOther } from '../format/strip-text.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import { nameText, t, text } from '../text.ts';
import { SignInButtons, SignInFailed, SigningIn } from './sign-in.tsx';
import { isSameMessage, type Name } from '../../main/messages/message.ts';
import { lazy, Suspense } from 'react';

const VaultCard = lazy(async () => ({ default: (await import('./vault.tsx')).VaultCard }));

export function AccountNotice({ app }: { readonly app: AppState }) {
  const { account, secretsConcern, settingsConcern, dataConcern } = app;
  // An outage concerns the reports that wait for its end.
  const outage = app.connection.status === 'service-error' && app.bays.queue === 0 ? null : app.connection.concern;
  const heldStrip = useWindow((state) => heldOf(state.lists.queue.strips));
  const held = heldStrip?.reason ?? null;
  const others = app.showsEveryone ? app.accounts.filter(({ isInUse }) => !isInUse) : [];
  const accountConcern = account.status === 'signed-in' ? account.concern : null;
  const shownConcern = account.status === 'signed-out' ? account.reason : accountConcern;
  const isShownAbove =
    account.status !== 'signed-in' ||
    [accountConcern, outage, dataConcern, ...others.map(({ concern }) => concern)].some(
      (c) => c && held && isSameMessage(c.message, held.message),
    );
  return (
    <>
      <SigningIn />
      {account.status === 'signed-in' && <SignInFailed />}
      <Suspense fallback={null}>{secretsConcern?.requiredAction === 'passphrase' && <VaultCard app={app} />}</Suspense>
      {isNobody(account) && !isLockedIn(account) && <NobodyCard account={account} />}
      {accountConcern && <Concern failure={accountConcern} />}
      {others.map((pilot) => pilot.concern && <Concern key={pilot.id} failure={pilot.concern} pilot={pilot} />)}
      {outage && !(shownConcern && isSameMessage(outage.message, shownConcern.message)) && (
        <Concern failure={outage} canRetryNow={outage.retryAt !== undefined} />
      )}
      {/* The reason that holds all reports is shown once above them. */}
      {held && !isShownAbove && (
        <Concern failure={held} canRetryNow={held.requiredAction === 'subscription' || held.retryAt !== undefined} />
      )}
      {!app.isLeader && app.begun && (
        <section className="card" aria-label={t('window.link.followerTitle')}>
          <div className="card-text">
            <strong>{t('window.link.followerTitle')}</strong>
            <span>{followerText(app.worker)}</span>
          </div>
        </section>
      )}
      {app.folders.map(({ path, concern }) => concern && <Concern key={path} failure={concern} mayOpen="files" />)}
      {dataConcern && <Concern failure={dataConcern} mayBeDismissed={dataConcern.code === 'rescued'} />}
      {settingsConcern && <Concern failure={settingsConcern} mayBeDismissed />}
      {secretsConcern && app.secretsIn === 'memory' && <Concern failure={secretsConcern} mayBeDismissed />}
    </>
  );
}

const followerText = (worker: AppState['worker']) =>
  worker.is === 'other' && !worker.isSameService
    ? t('window.link.followerOther', { service: nameText(worker.service), address: worker.address })
    : t('window.link.follower');

/** A report that tells why all are held or wait for the service to recover. A rate limit is shown on the runway instead. */
function heldOf(queue: readonly Strip[]): Strip | null {
  // It holds all, and only the first strips are sent again when it ends.
  const isQueued = (strip: Strip) => !isOfOther(strip) && (strip.stage === 'held' || strip.stage === 'waiting');
  const first = queue.find(isQueued) ?? null;
  const isOfService = serviceFailureKinds.some((kind) => kind === first?.reason?.kind);
  return first?.stage === 'held' || isOfService ? first : null;
}

const isNobody = (account: AppState['account']): account is Nobody =>
  account.status === 'none' || account.status === 'signed-out';
/** A sign-in may be in the locked vault, which has its own card. */
const isLockedIn = (account: Nobody) => account.status === 'signed-out' && account.reason?.kind === 'vault-locked';

type Nobody = Extract<AppState['account'], { status: 'none' | 'signed-out' }>;

function NobodyCard({ account }: { readonly account: Nobody }) {
  const name = account.status === 'signed-out' ? account.name : null;
  const reason = account.status === 'signed-out' ? account.reason : null;
  return (
    <section
      className={isDeclined(reason) ? 'card signing-in' : 'card you-card'}
      aria-label={t('window.account.title')}
    >
      <div className="card-text">
        <strong>{name === null ? t('window.account.none') : t('window.account.signedOut', { name })}</strong>
        <span>{reason ? <FailureMessage failure={reason} /> : t('window.account.noneText')}</span>
      </div>
      <SignInButtons
        why={reason}
        label={name === null ? t('window.account.signIn') : t('window.account.signInAgain')}
      />
    </section>
  );
}

type ConcernProps = {
  readonly failure: Failure;
  /** Whose it is, where everyone is shown. */
  readonly pilot?: { readonly id: number; readonly name: Name };
  readonly mayBeDismissed?: boolean;
  /** Shows a button that retries now instead of at the scheduled time. */
  readonly canRetryNow?: boolean;
  /** The view that has the details. */
  readonly mayOpen?: 'settings' | 'files';
};

export function Concern({ failure, pilot, mayBeDismissed = false, canRetryNow = false, mayOpen }: ConcernProps) {
  const opens = failure.requiredAction === 'settings' ? 'settings' : mayOpen;
  const { signIn, refresh, dismissConcern } = useStore();
  const shown = text(failure.message);
  const isDismissed = useWindow((state) => state.dismissed.includes(shown));
  if (mayBeDismissed && isDismissed) return null;
  return (
    <section className="card concern">
      <div className="card-text">
        {pilot && <strong>{nameText(pilot.name)}</strong>} <FailureMessage failure={failure} />
      </div>
      {needsSignIn(failure) && (
        <Button look="main" onClick={() => void signIn(pilot && { pilot: pilot.id })}>
          {failure.requiredAction === 'new-consent' ? t('window.account.askAgain') : t('window.account.signInAgain')}
        </Button>
      )}
      {canRetryNow && <Button onClick={() => void refresh()}>{t('window.account.tryNow')}</Button>}
      {opens !== undefined && (
        <Button onClick={() => openView(opens)}>
          {t('window.action.name', { action: opens === 'settings' ? 'openSettings' : 'openFolders' })}
        </Button>
      )}
      {mayBeDismissed && (
        <IconButton icon="close" label={t('window.common.dismiss')} onClick={() => dismissConcern(shown)} />
      )}
    </section>
  );
}
