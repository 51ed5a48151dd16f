// The companion as its hosts see it: commands in, events out. Owns the data folder, the settings and the station of the
// profile in use; joins what core's subjects do not know of one another.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IntakeAnswer } from '../../contract/commands.ts';
import type { CompanionEvent } from '../../contract/events.ts';
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import { serviceInUse } from '../../contract/settings.ts';
import type { AppState } from '../../contract/state.ts';
import type { Source } from '../../contract/strip.ts';
import { describeState } from './app-state.ts';
import { createChanges } from './change-events.ts';
import { createHandlers } from './commands/handlers.ts';
import { createConnection } from './connectivity.ts';
import { createDiagnostics } from './diagnostics/diagnostics.ts';
import { failures } from '../messages/failures.ts';
import { createParsedCommands } from './commands/dispatch.ts';
import { errorCode } from '../platform/error-code.ts';
import type { Logger, Ports } from '../platform/ports.ts';
import { createSerialQueue } from '../platform/serial-queue.ts';
import { choiceOf, nameOf, profileKeyOf, profileOf, type ProfileChoice } from '../settings/profile-choice.ts';
import { applicationSecretName, serviceKey, tokensName } from '../service/profile.ts';
import { isLoopback } from '../platform/network/proxy-routes.ts';
import { withRegisteredSecrets } from './registered-secrets.ts';
import { createSecretHandlers } from './commands/secret-handlers.ts';
import { createSettings, type SettingsKeeper } from '../settings/settings.ts';
import { createSenderLock, createLeader } from './leader.ts';
import { createProfileRuntime, type ProfileRuntime, type Work } from '../profile/profile-runtime.ts';
import { createAccounts } from '../storage/tables/accounts.ts';
import { createSignIns } from '../settings/sign-ins.ts';
import { openDataFolder } from '../storage/data-folder.ts';
import { openFailure } from '../storage/database.ts';
import { closePrivateFolder } from '../storage/files/private-folder.ts';
import { storageErrorOf } from '../storage/storage-errors.ts';
import { createThrownFailure } from '../storage/thrown-failure.ts';
import { spooledBytes } from '../uploads/spool/spool-disk.ts';
import { jobIdOf } from '../../contract/strip.ts';

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
  addFiles(
    files: readonly { readonly path: string; readonly name: string }[],
    source: Source,
  ): Promise<Result<IntakeAnswer[]>>;
  /** The picture of a strip, for the host to serve: only from the spool. */
  picture(stripId: string): Promise<Result<{ path: string; mediaType: 'image/png' | 'image/jpeg' }>>;
  subscribe(listener: (event: CompanionEvent) => void): () => void;
  /** Whether this is the one process that may work on the data folder; where it is false, another one does. */
  readonly isSender: boolean;
  /** Ends all work, leaving everything on disk so that the next start goes on. Asked again, it is the same end. */
  stop(): Promise<void>;
};

/** Opens the data folder and begins work with the profile of the settings, or of `options.profile`. */
export async function createCompanion(options: CompanionOptions): Promise<Result<Companion>> {
  const { dataDir } = options;
  const { clock, log, liveSecrets } = options.ports;
  const ports: Ports = { ...options.ports, secrets: withRegisteredSecrets(options.ports.secrets, liveSecrets) };
  const wanted = options.work ?? 'all';
  let openToOthers: Failure | null = null;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    openToOthers = closeToOthers(dataDir, log);
  } catch (error) {
    const message = `The data folder ${dataDir} cannot be used. Name another one with --data-dir.`;
    return failed(failures.dataUnreadable(message, errorCode(error)));
  }
  const senderLock = createSenderLock(dataDir);
  try {
    if (wanted !== 'none') senderLock.take();
  } catch (error) {
    return failed(openFailure(dataDir, error));
  }
  const work = (): Work => (senderLock.isHeld() ? wanted : 'none');
  let settings: SettingsKeeper;
  try {
    settings = createSettings({ store: ports.settings, log });
  } catch (error) {
    log.warn('the settings could not be put aside', { error: String(error) });
    senderLock.release();
    const message = `The settings in ${dataDir} can neither be read nor put aside. Look whether something else has them open and who may write there, or name another folder with --data-dir.`;
    return failed(failures.dataUnreadable(message, errorCode(error)));
  }
  const chosen = settings.get().profile;
  const choice: ProfileChoice | null = options.profile ?? (chosen === null ? null : choiceOf(chosen));
  const opened = openDataFolder({ folder: dataDir, profile: profileKeyOf(choice, settings.get()), clock, log });
  if (!opened.ok) {
    senderLock.release();
    return opened;
  }
  const data = opened.value;
  const { database } = data;
  ports.secrets.places?.useDatabase(database);
  let runtime: ProfileRuntime | null = null;
  /** What the station was opened with: the choice, and the settings of its service as they were. */
  let openedAs: { choice: ProfileChoice; service: string } | null = null;
  let stateVersion = 0;
  let lastState: AppState | null = null;
  let isStopped = false;
  /** One change of profile after the other. */
  const runExclusive = createSerialQueue();

  const changes = createChanges({
    clock,
    log,
    describe(stripIds) {
      if (isStopped) return [];
      try {
        const events: CompanionEvent[] = [];
        if (runtime && stripIds.size > 0) events.push({ type: 'strips.changed', ...runtime.board.findAll(stripIds) });
        events.push({ type: 'state.changed', state: state() });
        return events;
      } catch (error) {
        if (storageErrorOf(error) === null) throw error;
        if (lastState === null) return [];
        // Data that cannot be read any more: what was known of it last, and what is the matter.
        stateVersion = Math.max(stateVersion + 1, clock.now());
        return [{ type: 'state.changed', state: { ...lastState, version: stateVersion, dataConcern: dataConcern() } }];
      }
    },
  });
  const connection = createConnection({
    clock,
    system: ports.system,
    onChange: () => changes.note(),
    onBack: () => runtime?.refresh(),
  });

  const dataConcern = () => data.concern() ?? openToOthers;
  const failureOf = createThrownFailure({ dataDir, dataConcern: data.concern });
  const diskConcern = () => {
    const concern = data.trouble();
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
      runtime,
      choice: openedAs && nameOf(openedAs.choice),
      connection: connection.state(runtime?.hold() ?? null, runtime !== null && isLoopback(runtime.profile.address)),
      settingsConcern: settings.concern(),
      dataConcern: dataConcern(),
      isWorking: senderLock.isHeld(),
    });
    return lastState;
  }

  const settingsOf = (choice: ProfileChoice) => {
    const service = choice.kind === 'service' && settings.get().services.find(({ id }) => id === choice.id);
    // Where its secrets are kept changes nothing of what is open.
    return JSON.stringify({ ...service, keepIn: null });
  };

  async function open(choice: ProfileChoice): Promise<Result<null>> {
    const profile = await profileOf(choice, {
      services: settings.get().services,
      isFollower: work() === 'none',
      embeddedService: ports.embeddedService,
    });
    if (!profile.ok) return profile;
    await runtime?.stop();
    openedAs = { choice, service: settingsOf(choice) };
    runtime = createProfileRuntime({
      ports,
      failureOf,
      database,
      departures: data.departures,
      dataDir,
      profile: profile.value,
      version: options.host.version,
      maxFileBytes: () => settings.get().maxFileBytes,
      diskConcern,
      isDiskFull: data.isFullForFiles,
      work: work(),
      onChange: (stripIds) => changes.note(stripIds),
      onProgress: changes.progress,
    });
    await runtime.start();
    changes.note();
    // The demonstration needs nobody's word: its pilot is signed in at once.
    if (choice.kind === 'demo' && work() !== 'none' && runtime.account.identity() === null) return runtime.signIn();
    return ok(null);
  }

  const followSettings = () =>
    runExclusive(async () => {
      changes.settingsChanged();
      if (openedAs && openedAs.service !== settingsOf(openedAs.choice)) return open(openedAs.choice);
      changes.note();
      return ok(null);
    });
  const inUse = () =>
    serviceInUse({ ...settings.get(), ...(openedAs?.choice.kind === 'service' && { profile: openedAs.choice.id }) });

  const handlers = createHandlers({
    ports,
    settings,
    state,
    diagnostics: createDiagnostics({
      clock,
      dataDir,
      version: options.host.version,
      liveSecrets,
      settings: () => settings.get(),
      state,
      runtime: () => runtime,
    }),
    runtime: () => runtime,
    openProfile: (name) =>
      runExclusive(async () => {
        const result = await open(choiceOf(name));
        if (result.ok) settings.choose(name);
        changes.settingsChanged();
        return result;
      }),
    serviceInUse: inUse,
    onSettings: followSettings,
    secrets: createSecretHandlers({
      ports,
      settings,
      runtime: () => runtime,
      serviceInUse: inUse,
      isWorking: senderLock.isHeld,
      ...createSignIns(database),
      onSettings: followSettings,
    }),
    async forgetSecrets({ address }) {
      const key = serviceKey(address);
      const accounts = createAccounts(database);
      for (const { id, item } of accounts.list(key)) {
        const gone = await ports.secrets.delete(tokensName(key, item));
        if (!gone.ok) return gone;
        accounts.signedOut(id);
      }
      return ports.secrets.delete(applicationSecretName(key));
    },
  });

  const answered = createParsedCommands({ handlers, log, failureOf });
  const shared = createLeader({
    clock,
    log,
    data,
    senderLock,
    takesOver: wanted !== 'none',
    runtime: () => runtime,
    runExclusive,
    reopen: () => (openedAs ? open(openedAs.choice) : Promise.resolve(ok(null))),
    onTrouble: () => changes.note(),
  });
  // A vault that was opened, a keychain that answers after all: a sign-in may be there now.
  const undoSecrets = ports.secrets.places?.subscribe(() => {
    runtime?.tryAgain();
    changes.note();
  });
  const undoResume = ports.system.onResume(() => runtime?.refresh({ interrupt: true }));

  async function end() {
    isStopped = true;
    shared.stop();
    undoResume();
    undoSecrets?.();
    connection.stop();
    changes.stop();
    // What is being switched ends first.
    await runExclusive(async () => runtime?.stop());
    await ports.embeddedService.stop();
    data.close();
    senderLock.release();
  }
  let ending: Promise<void> | null = null;
  /** Whoever asks again waits for the same end. */
  const stop = () => (ending ??= end());

  if (choice) {
    const begun = await open(choice);
    // A sign-in that does not come about is drawn, not fatal; a built-in service that does not start is said.
    if (!begun.ok && !runtime) log.warn('the profile could not be opened', { message: begun.failure.message });
    if (!begun.ok && !runtime && options.profile) {
      await stop();
      return begun;
    }
  }
  shared.start();

  return ok({
    get isSender() {
      return senderLock.isHeld();
    },
    handle: async (name, input) => liveSecrets.maskValue(await answered(name, input)),
    async addFiles(files, source) {
      if (!runtime) return failed(failures.notChosen());
      const taking = runtime;
      // All at once: intake takes them in turns, keeps their order, and makes many of them durable in one go.
      return ok(await Promise.all(files.map((file) => taking.addFile(file, source))));
    },
    async picture(stripId) {
      const jobId = jobIdOf(stripId);
      const job = jobId === null ? null : (runtime?.stores.jobs.byId(jobId) ?? null);
      const path = job && runtime ? join(runtime.spoolDir, job.spool) : null;
      // Somebody may have cleared the folder by hand.
      if (!job || path === null || (await spooledBytes(path)) === null)
        return failed(failures.notFound('That picture'));
      return ok({ path, mediaType: job.mediaType });
    },
    subscribe: (listener) => changes.subscribe((event) => listener(liveSecrets.maskValue(event))),
    stop,
  });
}

function closeToOthers(dataDir: string, log: Logger): Failure | null {
  const { fixed, open } = closePrivateFolder(dataDir);
  if (fixed.length > 0) log.info('Others could look into the data folder; it is shut now', { names: fixed });
  if (open.length === 0) return null;
  log.warn('Others can look into the data folder, and it could not be shut', { names: open });
  return failures.dataOpenToOthers(dataDir);
}
