// The header of every view: the service, the pilot, the connection, the folders, the time.
import { needsSignIn } from '../../main/contract/failure.ts';
import { demoProfile, isServiceComplete } from '../../main/contract/settings.ts';
import { type AppState, shownFolders } from '../../main/contract/state.ts';
import { DateTime } from '../elements/date-time.tsx';
import { Icon } from '../elements/icon.tsx';
import { MenuButton, MenuEntry, MenuGroup, MenuItem } from '../elements/menu-button.tsx';
import { openView } from '../elements/use-view.ts';
import { clockText } from '../format/time.ts';
import { connectionStatus } from '../store/announcements.ts';
import { useNow, useStore, useWindow } from '../store/use-window.ts';
import { nameText, t } from '../text.ts';

export function Header({ app }: { readonly app: AppState }) {
  return (
    <header className="header">
      <b>{t('window.common.program')}</b>
      <ServiceMark service={app.service} />
      <AccountMenu app={app} />
      <span className="header-right">
        <Connection app={app} />
        <Folders app={app} />
        <Clock />
      </span>
    </header>
  );
}

/** Marks a demo or test service in every view. The mark opens the console if there is one. */
function ServiceMark({ service }: { readonly service: AppState['service'] }) {
  const { openConsole } = useStore();
  if (!service.isTestService) return null;
  const name = service.kind === 'demo' ? t('window.common.demo') : t('window.common.emulator');
  if (!service.hasConsole) return <span className="tag">{name}</span>;
  return (
    <button
      type="button"
      className="tag tag-button"
      title={t('window.common.openConsole')}
      aria-label={t('window.common.openConsoleOf', { service: name })}
      onClick={() => void openConsole()}
    >
      {name}
      <Icon name="external" />
    </button>
  );
}

/** Those that are missing, or else those that are watched. */
function Folders({ app }: { readonly app: AppState }) {
  const missing = app.folders.filter(({ concern }) => concern !== null);
  const isMissing = missing.length > 0;
  const named = isMissing
    ? missing
    : shownFolders(app).filter(({ status }) => status === 'watching' || status === 'polling');
  const [first] = named;
  return (
    first && (
      <a className={isMissing ? 'invalid' : 'dim'} href="#files">
        {t(isMissing ? 'window.header.folderMissing' : 'window.header.watching', { n: named.length, name: first.name })}
      </a>
    )
  );
}

function Connection({ app: { connection, queue } }: { readonly app: AppState }) {
  // Unknown while the process doesn't respond.
  const isLinked = useWindow((state) => state.link === 'up');
  const status = isLinked ? connectionStatus(connection) : 'unknown';
  const isPaused = queue.paused && status === 'online';
  return (
    <span className="dim connection-status">
      <span className={`lamp ${isLinked && !isPaused ? connection.status : 'unknown'}`} aria-hidden="true" />
      <span>{isPaused ? t('window.runway.paused') : t('window.header.connection', { status })}</span>
    </span>
  );
}

function Clock() {
  const now = useNow();
  return <DateTime at={now}>{clockText(now)}</DateTime>;
}

/** Shows the active pilot and service, and switches to another with one click. */
function AccountMenu({ app }: { readonly app: AppState }) {
  const name = t('window.pilots.menu', { pilot: pilotText(app) });
  const waitsElsewhere =
    app.elsewhere.some(needsPilot) ||
    app.accounts.some((one) => !one.isInUse && (app.showsEveryone ? one.concern !== null : needsPilot(one)));
  return (
    <MenuButton
      className="pilot-button"
      label={
        <>
          <span className="pilot">{pilotText(app)}</span>
          {waitsElsewhere && <span className="pilot-dot" title={t('window.pilots.othersWaiting')} />}
          <Icon name="menu" />
        </>
      }
      name={name}
      menuName={name}
      width={340}
    >
      <Pilots app={app} />
      <Services app={app} />
    </MenuButton>
  );
}

const needsPilot = ({ attention, concern }: Pick<AppState['elsewhere'][number], 'attention' | 'concern'>) =>
  attention > 0 || concern !== null;

function pilotText({ account, showsEveryone }: AppState): string {
  if (showsEveryone) return t('window.pilots.everyone');
  if (account.status === 'signed-in') return nameText(account.name);
  return account.status === 'signing-in' ? t('window.header.signingIn') : t('window.header.signedOut');
}

function Pilots({ app }: { readonly app: AppState }) {
  const store = useStore();
  const { accounts, account, service, showsEveryone } = app;
  const isSignedOut = account.status === 'none' || account.status === 'signed-out';
  const isEnded = account.status === 'signed-out' || (account.status === 'signed-in' && needsSignIn(account.concern));
  return (
    <MenuGroup
      name={t('window.pilots.at', { service: service.name })}
      entries={
        <>
          {accounts.map(({ id, name, isInUse, waiting, attention, concern }) => (
            <Choice
              key={id}
              name={nameText(name)}
              details={
                (isInUse && isEnded) || concern !== null
                  ? t('window.account.signInAgain')
                  : !isInUse && attention > 0
                    ? t('window.nav.attention', { n: attention })
                    : (!isInUse || showsEveryone) && waiting > 0
                      ? t('window.pilots.waiting', { n: waiting })
                      : null
              }
              isInUse={isInUse && !showsEveryone}
              needsAttention={(isInUse && isEnded) || concern !== null || (!isInUse && attention > 0)}
              onChoose={() => (isInUse && isEnded ? store.signIn() : store.send('accounts.use', { id }))}
            />
          ))}
          {accounts.length > 1 && (
            <Choice
              name={t('window.pilots.everyone')}
              isInUse={showsEveryone}
              onChoose={() => store.send('accounts.showEveryone', {})}
            />
          )}
        </>
      }
    >
      {isSignedOut && !accounts.some(({ isInUse }) => isInUse) && (
        <MenuItem className="menu-action" onChoose={() => store.signIn()}>
          {t('window.account.signIn')}
        </MenuItem>
      )}
      {accounts.length > 0 && (
        <MenuItem className="menu-action" onChoose={() => store.signIn({ otherPilot: true })}>
          {t('window.pilots.add')}
        </MenuItem>
      )}
      {account.status === 'signed-in' && (
        <MenuItem className="menu-action" onChoose={() => store.offer({ kind: 'sign-out', name: account.name })}>
          {t('window.pilots.signOut', { name: account.name })}
        </MenuItem>
      )}
    </MenuGroup>
  );
}

function Services({ app }: { readonly app: AppState }) {
  const store = useStore();
  const settings = useWindow((state) => state.settings);
  const { choice, kind, name, isTestService } = app.service;
  const use = (profile: string) => () => store.send('profile.choose', { profile });
  const own = (settings?.services ?? []).filter(isServiceComplete);
  return (
    <MenuGroup
      name={t('window.settings.services')}
      entries={
        <>
          {kind === 'emulator' && (
            <Choice name={nameText(name)} tag={t('window.common.emulator')} isInUse onChoose={() => {}} />
          )}
          {own.map((service) => {
            const there = app.elsewhere.find(({ id }) => id === service.id);
            const waiting = there?.waiting ?? 0;
            return (
              <Choice
                key={service.id}
                name={service.name}
                tag={choice === service.id && isTestService ? t('window.common.emulator') : null}
                details={waiting > 0 ? t('window.pilots.waiting', { n: waiting }) : service.address}
                isInUse={choice === service.id}
                needsAttention={there !== undefined && needsPilot(there)}
                onChoose={use(service.id)}
              />
            );
          })}
          <Choice
            name={t('window.settings.demo')}
            tag={t('window.common.demo')}
            isInUse={choice === demoProfile}
            onChoose={use(demoProfile)}
          />
        </>
      }
    >
      <MenuItem className="menu-action" onChoose={() => openView('settings')}>
        {t('window.pilots.manage')}
      </MenuItem>
    </MenuGroup>
  );
}

type ChoiceProps = {
  readonly name: string;
  readonly details?: string | null;
  readonly tag?: string | null;
  readonly isInUse: boolean;
  readonly needsAttention?: boolean;
  readonly onChoose: () => unknown;
};

/** A pilot or a service, one of which is in use. */
function Choice({ name, details = null, tag = null, isInUse, needsAttention = false, onChoose }: ChoiceProps) {
  return (
    <MenuEntry
      role="menuitemradio"
      aria-checked={isInUse}
      mark={needsAttention ? <span className="pilot-dot" /> : isInUse && <Icon name="check" />}
      name={
        <>
          {name} {tag !== null && <span className="tag">{tag}</span>}
        </>
      }
      details={details}
      onChoose={onChoose}
    />
  );
}
