// The top of every view: which service, which pilot, the line, the folder, the time.
import type { AppState } from '../../main/contract/state.ts';
import { Icon } from '../elements/icon.tsx';
import { isOutOfReach } from '../elements/out-of-reach.ts';
import { useOpenConsole } from '../elements/use-open-console.ts';
import { localMoment, utcTime } from '../format/moment.ts';
import { useNow, useWindow } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { AccountMenu } from './account-menu.tsx';

const w = words.header;

export function Header({ app }: { readonly app: AppState }) {
  const link = useWindow((state) => state.link);
  return (
    <header className="header">
      <b>{words.program}</b>
      <ServiceMark service={app.service} />
      <AccountMenu app={app} />
      <span className="header-right">
        {/* What was known last says nothing while the process is out of reach. */}
        <Line connection={link === 'up' ? app.connection : null} />
        <span className="dim hide-narrow">{folderWords(app)}</span>
        <UtcClock />
      </span>
    </header>
  );
}

/** What counts nowhere is marked at the top of every view; where it has a console, the mark opens it. */
function ServiceMark({ service }: { readonly service: AppState['service'] }) {
  const openConsole = useOpenConsole();
  if (!service.isDemonstration) return null;
  const name = service.kind === 'demo' ? words.demo : words.emulator;
  if (!service.hasConsole) return <span className="tag">{name}</span>;
  return (
    <button type="button" className="tag tag-button" title={words.openConsole} onClick={openConsole}>
      {name}
      <Icon name="outside" />
      <span className="off-screen">. {words.openConsole}</span>
    </button>
  );
}

function folderWords({ folders }: AppState): string {
  if (folders.length === 1) return w.folder(folders[0]!.name);
  return folders.length === 0 ? w.noFolder : w.folders(folders.length);
}

function Line({ connection }: { readonly connection: AppState['connection'] | null }) {
  return (
    <span className="dim line">
      <span className={`lamp ${connection?.status ?? 'unknown'}`} aria-hidden="true" />
      {lineWords(connection)}
    </span>
  );
}

function lineWords(connection: AppState['connection'] | null): string {
  if (connection === null) return w.unknownLine;
  if (connection.status === 'on-line') return w.onLine;
  return isOutOfReach(connection) ? w.outOfReach : w.offLine;
}

function UtcClock() {
  const now = useNow();
  return (
    <time className="time clock" dateTime={new Date(now).toISOString()} title={words.yourTime(localMoment(now))}>
      {utcTime(now)} Z
    </time>
  );
}
