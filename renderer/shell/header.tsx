// The header of every view: the service, the pilot, the connection, the folders, the time.
import type { AppState } from '../../main/contract/state.ts';
import { Icon } from '../elements/icon.tsx';
import { useOpenConsole } from '../elements/use-open-console.ts';
import { bothZones, clockText } from '../format/date-format.ts';
import { connectionStatus } from '../store/connection-status.ts';
import { useNow, useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';
import { AccountMenu } from './account-menu.tsx';

export function Header({ app }: { readonly app: AppState }) {
  const link = useWindow((state) => state.link);
  return (
    <header className="header">
      <b>{t('window.common.program')}</b>
      <ServiceMark service={app.service} />
      <AccountMenu app={app} />
      <span className="header-right">
        {/* The connection is unknown while the process doesn't respond. */}
        <Connection connection={link === 'up' ? app.connection : null} />
        <span className="dim hide-narrow">{foldersText(app)}</span>
        <Clock />
      </span>
    </header>
  );
}

/** Marks a demo or test service in every view. The mark opens the console if there is one. */
function ServiceMark({ service }: { readonly service: AppState['service'] }) {
  const openConsole = useOpenConsole();
  if (!service.isTestService) return null;
  const name = service.kind === 'demo' ? t('window.common.demo') : t('window.common.emulator');
  if (!service.hasConsole) return <span className="tag">{name}</span>;
  return (
    <button
      type="button"
      className="tag tag-button"
      title={t('window.common.openConsole')}
      aria-label={t('window.common.openConsoleOf', { service: name })}
      onClick={openConsole}
    >
      {name}
      <Icon name="external" />
    </button>
  );
}

const foldersText = ({ folders }: AppState) =>
  folders.length === 1
    ? t('window.header.folder', { name: folders[0]!.name })
    : t('window.header.folders', { n: folders.length });

function Connection({ connection }: { readonly connection: AppState['connection'] | null }) {
  const status = connection === null ? 'unknown' : connectionStatus(connection);
  return (
    <span className="dim connection-status">
      <span className={`lamp ${connection?.status ?? 'unknown'}`} aria-hidden="true" />
      <span>{t('window.header.connection', { status })}</span>
    </span>
  );
}

function Clock() {
  const now = useNow();
  return (
    <time className="time clock" dateTime={new Date(now).toISOString()} title={bothZones(now)}>
      {clockText(now)}
    </time>
  );
}
