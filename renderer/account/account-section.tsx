// The account in the settings: who is signed in, and what that pilot didn't allow.
import { Button } from '../elements/button.tsx';
import type { AppState } from '../../main/contract/state.ts';
import { DateTime } from '../elements/date-time.tsx';
import { FailureMessage } from '../elements/failure-message.tsx';
import { fullDateTime } from '../format/time.ts';
import { useStore } from '../store/use-window.ts';
import { nameText, t } from '../text.ts';
import { Concern } from './account-notice.tsx';
import { SigningIn } from './sign-in.tsx';

export const AccountSection = ({ app }: { readonly app: AppState }) => (
  <>
    <InUse app={app} />
    <Others app={app} />
  </>
);

/** The other pilots who are signed in with the service. */
function Others({ app: { accounts, account } }: { readonly app: AppState }) {
  const store = useStore();
  const others = accounts.filter(({ isInUse }) => !isInUse);
  if (account.status === 'signing-in') return null;
  if (others.length === 0 && account.status !== 'signed-in') return null;
  return (
    <div className="other-accounts">
      {others.length > 0 && <p className="dim small">{t('window.pilots.othersText')}</p>}
      {others.map(({ id, name, waiting, concern }) => (
        <div key={id} className="row">
          <div>
            {concern ? <Concern failure={concern} pilot={{ id, name }} /> : <strong>{nameText(name)}</strong>}
            {waiting > 0 && <p className="dim small">{t('window.pilots.waiting', { n: waiting })}</p>}
          </div>
          <span className="actions">
            <Button onClick={() => void store.send('accounts.use', { id })}>{t('window.pilots.use', { name })}</Button>
            <Button
              aria-label={t('window.pilots.signOut', { name })}
              onClick={() => store.offer({ kind: 'sign-out', id, name })}
            >
              {t('window.account.signOut')}
            </Button>
          </span>
        </div>
      ))}
      {account.status === 'signed-in' && (
        <p className="actions">
          <Button onClick={() => void store.signIn({ otherPilot: true })}>{t('window.pilots.add')}</Button>
        </p>
      )}
    </div>
  );
}

function InUse({ app: { account } }: { readonly app: AppState }) {
  const store = useStore();
  if (account.status === 'signing-in') return <SigningIn />;
  const signIn = (label: string) => (
    <Button look="main" onClick={() => void store.signIn()}>
      {label}
    </Button>
  );
  if (account.status !== 'signed-in')
    return (
      <div className="row">
        <div>
          <strong>
            {account.status === 'signed-out' && account.name !== null
              ? t('window.account.signedOut', { name: account.name })
              : t('window.account.none')}
          </strong>
          <p className="dim small">
            {account.status === 'signed-out' && account.reason ? (
              <FailureMessage failure={account.reason} />
            ) : (
              t('window.account.noneText')
            )}
          </p>
        </div>
        {signIn(t('window.account.signIn'))}
      </div>
    );
  return (
    <>
      <div className="row">
        <div>
          <strong>{t('window.account.signedInAs', { name: account.name })}</strong>
          <p className="dim small">
            <DateTime at={account.since}>{t('window.account.since', { time: fullDateTime(account.since) })}</DateTime>
          </p>
          {/* A missing permission to upload has its own notice. */}
          {account.missing
            .filter((scope) => scope !== 'flights:write')
            .map((scope) => (
              <p className="small" key={scope}>
                {missingText(scope)}
              </p>
            ))}
        </div>
        <Button onClick={() => store.offer({ kind: 'sign-out', name: account.name })}>
          {t('window.account.signOut')}
        </Button>
      </div>
      {(account.concern || !account.mayUpload) && (
        <div className="row concern-row">
          <p>{account.concern ? <FailureMessage failure={account.concern} /> : t('window.account.uploadMissing')}</p>
          {signIn(account.mayUpload ? t('window.account.signInAgain') : t('window.account.askAgain'))}
        </div>
      )}
    </>
  );
}

function missingText(scope: string): string {
  if (scope === 'flights:read') return t('window.account.missing', { scope: 'read' });
  if (scope === 'profile') return t('window.account.missing', { scope: 'profile' });
  return t('window.account.missingOther', { scope });
}
