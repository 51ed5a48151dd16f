// The top of every view: which service, which pilot, the line, the folder, the time.
import type { AppState } from '../../main/contract/state.ts';
import { localMoment, utcTime } from '../format/moment.ts';
import { useNow, useWindow } from '../store/use-window.ts';
import { words } from '../words/words.ts';

const w = words.header;

export function Header({ app }: { readonly app: AppState }) {
  const { kind } = app.service;
  const link = useWindow((state) => state.link);
  return (
    <header className="header">
      <b>{words.program}</b>
      {kind !== 'service' && <span className="tag">{kind === 'demo' ? words.demo : words.emulator}</span>}
      <span className="dim pilot">{pilotWords(app)}</span>
      <span className="header-right">
        {/* What was known last says nothing while the process is out of reach. */}
        <Line status={link === 'up' ? app.connection.status : 'unknown'} />
        <span className="dim hide-narrow">{folderWords(app)}</span>
        <UtcClock />
      </span>
    </header>
  );
}

function pilotWords({ account }: AppState): string {
  if (account.status === 'signed-in') return account.name;
  return account.status === 'signing-in' ? w.signingIn : w.signedOut;
}

function folderWords({ folders }: AppState): string {
  if (folders.length === 1) return w.folder(folders[0]!.name);
  return folders.length === 0 ? w.noFolder : w.folders(folders.length);
}

const lineWords = { 'on-line': w.onLine, 'off-line': w.offLine, unknown: w.unknownLine };

function Line({ status }: { readonly status: keyof typeof lineWords }) {
  return (
    <span className="dim line">
      <span className={`lamp ${status}`} aria-hidden="true" />
      {lineWords[status]}
    </span>
  );
}

function UtcClock() {
  const now = useNow();
  return (
    <time className="time clock" dateTime={new Date(now).toISOString()} title={words.yourTime(localMoment(now))}>
      {utcTime(now)} Z
    </time>
  );
}
