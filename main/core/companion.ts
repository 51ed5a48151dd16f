// The companion as its hosts see it: commands in, events out. Owns the data folder, the settings and the station of the
// profile in use; joins what core's subjects do not know of one another.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { commands, type IntakeAnswer } from '../contract/commands.ts';
import type { CompanionEvent } from '../contract/events.ts';
import { failed, ok, type Result } from '../contract/failure.ts';
import type { Settings } from '../contract/settings.ts';
import type { AppState } from '../contract/state.ts';
import type { Source } from '../contract/strip.ts';
import { describeState } from './app-state.ts';
import { createChanges } from './changes.ts';
import { createHandlers } from './commands.ts';
import { createConnection } from './connection.ts';
import { failures } from './failures.ts';
import type { Ports } from './ports.ts';
import { isLoopback } from './proxy-routes.ts';
import { emulatorProfile, ownApplicationProfile, type ServiceProfile } from './service/profile.ts';
import { createSettings, type SettingsKeeper } from './settings.ts';
import { createStation, type Station, type Work } from './station.ts';
import { openDataFolder } from './storage/data-folder.ts';
import { dataVersion, openFailure } from './storage/database.ts';
import { tryLock, type Lock } from './storage/lock.ts';
import { storageTroubleOf } from './storage/storage-trouble.ts';
import { jobIdOf } from './strips.ts';
import { spooledBytes } from './uploads/spool-disk.ts';

export type ProfileChoice =
  | { readonly kind: 'demo' | 'service' }
  | { readonly kind: 'emulator'; readonly address: string };

export type CompanionOptions = {
  readonly ports: Ports;
  /** Folder of everything of ours: database, spool, locks. Made where it is missing, readable by its owner alone. */
  readonly dataDir: string;
  readonly host: { readonly kind: 'desktop' | 'browser'; readonly version: string };
  /** Use this profile for this run only, whatever the settings say. */
  readonly profile?: ProfileChoice;
  /** How much of the work this process does; all of it by default. */
  readonly work?: Work;
};

export type Companion = {
  /** Handles any command of main/contract/commands.ts. Name and input are parsed here: hand over what arrived. Never rejects. */
  handle(name: unknown, input: unknown): Promise<Result<unknown>>;
  /** Takes files into the queue. `name` is what the pilot calls it (differs from the path for bytes that a host received). */
  takeFiles(
    files: readonly { readonly path: string; readonly name: string }[],
    source: Source,
  ): Promise<Result<IntakeAnswer[]>>;
  /** The picture of a strip, for the host to serve: only from the spool. */
  picture(stripId: string): Promise<Result<{ path: string; mediaType: 'image/png' | 'image/jpeg' }>>;
  subscribe(listener: (event: CompanionEvent) => void): () => void;
  /** Whether this is the one process that may work on the data folder; where it is false, another one does. */
  readonly isSender: boolean;
  /** Ends all work, leaving everything on disk so that the next start goes on. */
  stop(): Promise<void>;
};

/** How often another process's writes are looked for. */
const FOREIGN_LOOK_MS = 400;
/** How often a disk that took nothing is tried again: a few bytes each time. */
const DISK_AGAIN_MS = 3_000;

/** How long after a try that came to nothing the work is taken over again. */
const TAKE_OVER_AGAIN_MS = 5_000;

/** Opens the data folder and begins work with the profile of the settings, or of `options.profile`. */
export async function createCompanion(options: CompanionOptions): Promise<Result<Companion>> {
  const { ports, dataDir } = options;
  const { clock, log } = ports;
  const wanted = options.work ?? 'all';
  try {
    // A folder that is there already keeps its mode: it may hold other things as well.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const words = `The data folder ${dataDir} cannot be used. Name another one with --data-dir.`;
    return failed(failures.dataUnreadable(words, codeOf(error)));
  }
  const lockPath = join(dataDir, 'sender.lock');
  let senderLock: Lock | null = null;
  try {
    if (wanted !== 'none') senderLock = tryLock(lockPath);
  } catch (error) {
    return failed(openFailure(dataDir, error));
  }
  const work = (): Work => (senderLock === null ? 'none' : wanted);
  let settings: SettingsKeeper;
  try {
    settings = createSettings({ store: ports.settings, log });
  } catch (error) {
    log.warn('the settings could not be put aside', { error: String(error) });
    senderLock?.release();
    const words = `The settings in ${dataDir} can neither be read nor put aside. Look whether something else has them open and who may write there, or name another folder with --data-dir.`;
    return failed(failures.dataUnreadable(words, codeOf(error)));
  }
  const chosen = settings.get().profile;
  const choice: ProfileChoice | null = options.profile ?? (chosen && { kind: chosen });
  const opened = openDataFolder({ folder: dataDir, profile: keyOf(choice, settings.get()), clock, log });
  if (!opened.ok) {
    senderLock?.release();
    return opened;
  }
  const data = opened.value;
  const { database } = data;
  let station: Station | null = null;
  let stateVersion = 0;
  let lastState: AppState | null = null;
  let isStopped = false;
  // One change of profile after the other.
  let switching: Promise<unknown> = Promise.resolve();

  const changes = createChanges({
    clock,
    log,
    describe(stripIds) {
      if (isStopped) return [];
      try {
        const events: CompanionEvent[] = [];
        if (station && stripIds.size > 0) events.push({ type: 'strips.changed', ...station.board.findAll(stripIds) });
        events.push({ type: 'state.changed', state: state() });
        return events;
      } catch (error) {
        if (storageTroubleOf(error) === null) throw error;
        if (lastState === null) return [];
        // Data that cannot be read any more: what was known of it last, and what is the matter.
        stateVersion = Math.max(stateVersion + 1, clock.now());
        return [{ type: 'state.changed', state: { ...lastState, version: stateVersion, dataConcern: data.concern() } }];
      }
    },
  });
  const connection = createConnection({
    clock,
    system: ports.system,
    onChange: () => changes.note(),
    onBack: () => station?.refresh(),
  });

  const diskConcern = () => {
    const concern = data.concern();
    return concern?.kind === 'disk' ? concern : null;
  };

  function state(): AppState {
    // Grows across restarts too: a window that outlives the process must not take the new state for an old one.
    stateVersion = Math.max(stateVersion + 1, clock.now());
    lastState = describeState({
      version: stateVersion,
      ports,
      host: {
        ...options.host,
        canChooseFolder: ports.desktop.chooseFolder !== undefined,
        canShowFile: ports.desktop.showFile !== undefined,
        canTrash: ports.desktop.trash !== undefined,
      },
      settings: settings.get(),
      station,
      connection: connection.state(station?.gate() ?? null, station !== null && isLoopback(station.profile.address)),
      settingsConcern: settings.concern(),
      dataConcern: data.concern(),
      isWorking: senderLock !== null,
      secretsConcern:
        ports.secrets.concern === null
          ? null
          : { kind: 'keychain-unavailable', words: ports.secrets.concern, needs: 'settings' },
    });
    return lastState;
  }

  async function profileOf(choice: ProfileChoice): Promise<Result<ServiceProfile>> {
    if (choice.kind === 'emulator') return ok(emulatorProfile('emulator', choice.address));
    if (choice.kind === 'service') {
      const { service } = settings.get();
      if (service.address === '' || service.clientId === '') return failed(failures.notConfigured());
      return ok(ownApplicationProfile(service));
    }
    // Whoever only looks on leaves the built-in service to the process that works with it.
    if (work() === 'none') return ok(emulatorProfile('demo', 'http://127.0.0.1'));
    const started = await ports.embeddedService.start();
    return started.ok ? ok(emulatorProfile('demo', started.value.address, started.value)) : started;
  }

  async function open(choice: ProfileChoice): Promise<Result<null>> {
    const profile = await profileOf(choice);
    if (!profile.ok) return profile;
    await station?.stop();
    station = createStation({
      ports,
      database,
      departures: data.departures,
      dataDir,
      profile: profile.value,
      version: options.host.version,
      maxFileBytes: () => settings.get().maxFileBytes,
      diskConcern,
      work: work(),
      onChange: (stripIds) => changes.note(stripIds),
      onProgress: changes.progress,
    });
    await station.start();
    changes.note();
    // The demonstration needs nobody's word: its pilot is signed in at once.
    if (choice.kind === 'demo' && work() !== 'none' && station.account.identity() === null) return station.signIn();
    return ok(null);
  }

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = switching.then(work);
    switching = mine.catch(() => {});
    return mine;
  };

  const handlers = createHandlers({
    ports,
    settings,
    state,
    station: () => station,
    openProfile: (kind) =>
      inTurn(async () => {
        const result = await open({ kind });
        if (result.ok) settings.change({ profile: kind });
        changes.settingsChanged();
        return result;
      }),
    onSettings: ({ reopen }) =>
      inTurn(async () => {
        changes.settingsChanged();
        if (reopen && station?.profile.kind === 'service') return open({ kind: 'service' });
        changes.note();
        return ok(null);
      }),
  });

  let seenVersion = dataVersion(database);
  let undoForeign = () => {};
  let lookTrouble = '';
  const lookForForeignChanges = () => {
    undoForeign = clock.schedule(FOREIGN_LOOK_MS, () => {
      try {
        lookOnce();
        lookTrouble = '';
      } catch (error) {
        // A folder that has gone, a disk that gives nothing: it may come back, and until then once in the log is enough.
        if (lookTrouble !== String(error)) log.warn('the data could not be looked at', { error: String(error) });
        lookTrouble = String(error);
      }
      lookForForeignChanges();
    });
  };
  function lookOnce() {
    const version = dataVersion(database);
    if (version !== seenVersion) station?.onForeignChange();
    seenVersion = version;
    if (senderLock === null && wanted !== 'none') takeOverWork();
    tryDiskAgain();
  }

  data.onTrouble(() => {
    changes.note();
    // Not within the statement that has met it.
    clock.schedule(0, () => {
      try {
        if (!isStopped) station?.onState();
      } catch (error) {
        log.warn('what the reports wait for could not be looked at', { error: String(error) });
      }
    });
  });
  let diskTriedAt = clock.monotonic();
  /** A disk that was full a moment ago may have room: whatever could not be written down goes on at once. */
  function tryDiskAgain() {
    if (clock.monotonic() - diskTriedAt < DISK_AGAIN_MS) return;
    diskTriedAt = clock.monotonic();
    if (data.tryAgain()) station?.refresh();
  }

  let takesOverFrom = Number.NEGATIVE_INFINITY;
  /** The process that did the work has ended: this one goes on with it. */
  function takeOverWork() {
    const before = station;
    if (before === null || clock.monotonic() < takesOverFrom) return;
    senderLock = tryLock(lockPath);
    if (senderLock === null) return;
    log.info('the work is taken over from a process that ended');
    void inTurn(async () => {
      const { kind, address } = before.profile;
      const why = await open(kind === 'emulator' ? { kind, address } : { kind }).then(
        (begun) => (begun.ok ? null : begun.failure.words),
        String,
      );
      if (why === null || station !== before) return;
      // Nobody works now: whoever can may have it, and this process tries again.
      log.warn('the work could not be taken over', { why });
      senderLock?.release();
      senderLock = null;
      takesOverFrom = clock.monotonic() + TAKE_OVER_AGAIN_MS;
    });
  }

  const undoResume = ports.system.onResume(() => station?.refresh({ interrupt: true }));

  async function stop() {
    if (isStopped) return;
    isStopped = true;
    undoForeign();
    undoResume();
    connection.stop();
    changes.stop();
    await switching;
    await station?.stop();
    await ports.embeddedService.stop();
    data.close();
    senderLock?.release();
  }

  if (choice) {
    const begun = await open(choice);
    // A sign-in that does not come about is drawn, not fatal; a built-in service that does not start is said.
    if (!begun.ok && !station) log.warn('the profile could not be opened', { words: begun.failure.words });
    if (!begun.ok && !station && options.profile) {
      await stop();
      return begun;
    }
  }
  lookForForeignChanges();

  return ok({
    get isSender() {
      return senderLock !== null;
    },
    async handle(name, input) {
      if (typeof name !== 'string' || !Object.hasOwn(commands, name)) {
        return failed(failures.wrongInput('The window asked for something that this version does not know.'));
      }
      const known = name as keyof typeof commands;
      const parsed = commands[known].input.safeParse(input);
      if (!parsed.success) return failed(failures.wrongInput(wordsOfIssues(parsed.error.issues)));
      try {
        // The table's types hold for each name; here the name is only known at run time.
        const handler = handlers[known] as (input: unknown) => Promise<Result<unknown>> | Result<unknown>;
        return await handler(parsed.data);
      } catch (error) {
        log.error('a command failed unexpectedly', {
          name,
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
        const trouble = storageTroubleOf(error);
        if (trouble === null) return failed(failures.unexpected());
        const known =
          trouble === 'damaged' ? data.concern() : trouble === 'full' ? failures.dataDiskFull(trouble) : null;
        return failed(known ?? openFailure(dataDir, error));
      }
    },
    async takeFiles(files, source) {
      if (!station) return failed(failures.notNow('Choose first how to begin: the built-in service, or your own.'));
      const taking = station;
      // All at once: intake takes them in turns, keeps their order, and makes many of them durable in one go.
      return ok(await Promise.all(files.map((file) => taking.takeFile(file, source))));
    },
    async picture(stripId) {
      const jobId = jobIdOf(stripId);
      const job = jobId === null ? null : (station?.stores.jobs.byId(jobId) ?? null);
      const path = job && station ? join(station.spoolDir, job.spool) : null;
      // Somebody may have cleared the folder by hand.
      if (!job || path === null || (await spooledBytes(path)) === null)
        return failed(failures.notFound('That picture'));
      return ok({ path, mediaType: job.mediaType });
    },
    subscribe: changes.subscribe,
    stop,
  });
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error));

/** What the jobs of a profile are named by, before it is opened. */
function keyOf(choice: ProfileChoice | null, settings: Settings): string {
  if (choice?.kind === 'demo') return emulatorProfile('demo', '').key;
  return choice?.kind === 'emulator'
    ? emulatorProfile('emulator', choice.address).key
    : ownApplicationProfile(settings.service).key;
}

/** What is wrong with an input, in the words of the contract's schemas where they have some. */
function wordsOfIssues(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string {
  const own = issues.find((issue) => /^[A-Z].*\.$/.test(issue.message) && !issue.message.startsWith('Invalid'));
  const where = issues[0]?.path.map(String).join('.');
  return own?.message ?? `That cannot be used as it is${where ? ` (${where})` : ''}. Check it and try again.`;
}
