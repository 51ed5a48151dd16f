// Assembles the diagnostics file: what helps to find a problem, and nothing that opens an account or identifies a
// person. Each part is redacted here.
import { hasId, type Message } from '../../../messages/message.ts';
import { readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { arch, availableParallelism, freemem, platform, release, totalmem, uptime } from 'node:os';
import { join } from 'node:path';
import { diagnosticsFormat, type Diagnostics } from '../../../contract/diagnostics.ts';
import type { Failure } from '../../../contract/failure.ts';
import type { AppState } from '../../../contract/state.ts';
import { createRequestLog } from '../../platform/logging/request-log.ts';
import { decisionsForDiagnostics } from './decision-pages.ts';
import { namesHere, anonymize } from '../../platform/logging/anonymize.ts';
import type { Clock } from '../../platform/ports.ts';
import { withoutMark } from '../../platform/text/byte-order-mark.ts';
import { redact } from '../../platform/masking/redact.ts';
import type { ProfileRuntime } from '../../profile/profile-runtime.ts';

const maxCalls = 2_000;
const maxLogLines = 400;

export function createDiagnostics(deps: {
  clock: Clock;
  dataDir: string;
  version: string;
  settings(): object;
  state(): AppState;
  runtime(): ProfileRuntime | null;
}) {
  return (): Diagnostics => {
    const { dataDir } = deps;
    const runtime = deps.runtime();
    const state = deps.state();
    const pilots = [...pilotsIn(state), ...(runtime?.stores.accounts.names() ?? [])];
    const { names, clean, head } = begun(deps, pilots);
    return {
      ...head,
      settings: clean(deps.settings()),
      profile: runtime && clean(profileOf(runtime)),
      state: clean(withoutAddress(state)),
      decisions: runtime ? clean(decisionsForDiagnostics(runtime)) : { files: [], isCut: false },
      calls: runtime ? anonymize(newestCalls(runtime), names) : noCalls,
      log: clean(logLines(dataDir)),
    };
  };
}

/** The common beginning of the file, and the functions that redact its parts. */
function begun(here: { clock: Clock; dataDir: string; version: string }, pilots: readonly string[]) {
  const names = namesHere(pilots);
  const clean = <T>(part: T) => anonymize(redact(part) as T, names);
  const head = {
    format: diagnosticsFormat,
    version: 1,
    madeAt: new Date(here.clock.now()).toISOString(),
    versions: versionsHere(here.version),
    machine: clean(machineHere(here.dataDir)),
  } as const;
  return { names, clean, head };
}

/** For data that cannot be opened: what can be read without it, and why it cannot be opened. */
export function diagnosticsOfClosed(deps: {
  clock: Clock;
  dataDir: string;
  version: string;
  why: Failure;
}): Diagnostics {
  const { dataDir } = deps;
  const { names, clean, head } = begun(deps, []);
  return {
    ...head,
    settings: clean(
      unlessGone(() => JSON.parse(withoutMark(readFileSync(join(dataDir, 'settings.json'), 'utf8'))) as unknown),
    ),
    profile: null,
    state: clean({ notOpened: deps.why }),
    decisions: { files: [], isCut: false },
    calls: anonymize(createRequestLog({ dataDir }).newest(null, maxCalls), names),
    log: clean(logLines(dataDir)),
  };
}

const noCalls = { entries: [], isCut: false };
const newestCalls = ({ calls, profile }: ProfileRuntime) => calls.newest(profile.key, maxCalls);

/** The address of a current sign-in belongs to that sign-in only. */
const withoutAddress = (state: AppState) =>
  state.signIn?.step === 'waiting-for-browser' ? { ...state, signIn: { ...state.signIn, address: '' } } : state;

/** Includes pilots who are not in the database: who has just signed in, or signed in as another pilot than expected. */
function pilotsIn({ account, signIn }: AppState): string[] {
  const names = [
    'name' in account ? account.name : null,
    signIn?.step === 'done' ? signIn.name : null,
    signIn?.step === 'failed' ? agreedPilotIn(signIn.why.message) : null,
  ];
  // The placeholder for an unknown name is a message, and names nobody.
  return names.filter((name) => typeof name === 'string');
}

/** All of it except its secret. */
function profileOf({ profile }: ProfileRuntime) {
  const { clientSecret: _, key, ...rest } = { ...profile };
  return { profile: key, ...rest };
}

function versionsHere(companion: string): Record<string, string> {
  const { node, v8, openssl, sqlite, electron, chrome } = process.versions;
  const known = { companion, node, v8, openssl, sqlite, electron, chrome };
  return Object.fromEntries(Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function machineHere(dataDir: string) {
  const { env } = process;
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  return {
    platform: platform(),
    release: release(),
    arch: arch(),
    processors: availableParallelism(),
    memoryBytes: totalmem(),
    freeMemoryBytes: freemem(),
    upSeconds: Math.round(uptime()),
    processUpSeconds: Math.round(process.uptime()),
    timeZone,
    locale,
    // Variables that decide about keychain, browser and network: whether they are set, not their values.
    session: env['XDG_SESSION_TYPE'] ?? null,
    desktop: env['XDG_CURRENT_DESKTOP'] ?? null,
    isSet: [
      'DBUS_SESSION_BUS_ADDRESS',
      'DISPLAY',
      'WAYLAND_DISPLAY',
      'BROWSER',
      'HTTPS_PROXY',
      'https_proxy',
      'NO_PROXY',
    ].filter((name) => (env[name] ?? '') !== ''),
    dataFolder: { path: dataDir, ...dataFolder(dataDir) },
  };
}

/** Of the drive that contains the folder. Throws file system errors. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function dataFolder(dataDir: string) {
  return {
    freeBytes: unlessGone(() => freeBytes(dataDir)),
    files: filesIn(dataDir),
    images: unlessGone(() => imagesIn(join(dataDir, 'spool'))),
    crashReports: unlessGone(() => crashReportsIn(join(dataDir, 'crashes'))) ?? [],
  };
}

/** The desktop app's minidumps: they contain memory, so only their names are listed. */
const crashReportsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.dmp'))
    .map(({ name, parentPath }) => {
      const { size, mtime } = statSync(join(parentPath, name));
      return { name, bytes: size, at: mtime.toISOString() };
    });

const imagesIn = (spool: string) =>
  readdirSync(spool, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

const filesIn = (folder: string) =>
  (unlessGone(() => readdirSync(folder, { withFileTypes: true })) ?? []).flatMap((entry) => {
    const bytes = entry.isFile() ? unlessGone(() => statSync(join(folder, entry.name)).size) : null;
    return bytes === null ? [] : [{ name: entry.name, bytes }];
  });

/** They were redacted when they were written. */
function logLines(dataDir: string): unknown[] {
  const text = unlessGone(() => readFileSync(join(dataDir, 'logs', 'companion.log'), 'utf8')) ?? '';
  return text
    .split('\n')
    .filter(Boolean)
    .slice(-maxLogLines)
    .flatMap((line) => unlessGone(() => [JSON.parse(line) as unknown]) ?? []);
}

/** A part that cannot be read is left out; the rest is as useful without it. */
function unlessGone<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Who granted access instead of the expected pilot; empty if that is not known. */
const agreedPilotIn = (why: Message) => (hasId(why, 'failure.otherPilotAgreed') ? why.params.agreed : null);
