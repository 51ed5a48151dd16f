// The companion as its hosts see it: commands in, events out. Opens data folder and settings, and joins the modules of app.
import { join } from 'node:path';
import type { ImageBytes } from '../../contract/bridge.ts';
import { commandInputs, type IntakeAnswer } from '../../contract/commands.ts';
import type { Preset } from '../../contract/settings.ts';
import type { CompanionEvent } from '../../contract/events.ts';
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import { leftOut } from '../../contract/state.ts';
import { type Source, jobIdOf, offeredImages } from '../../contract/strip.ts';
import { createHandlers } from './commands/handlers.ts';
import { runChecks, trySignIn } from './diagnostics/pre-flight-check.ts';
import { createDiagnostics } from './diagnostics/diagnostics.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { failures } from '../messages/failures.ts';
import { createParsedCommands, inputMessage } from './commands/dispatch.ts';
import { errorCode } from '../platform/error-code.ts';
import type { Logger, Ports } from '../platform/ports.ts';
import { choiceOf, profileKeyOf, type ProfileChoice } from '../settings/profile-choice.ts';
import type { Exported } from '../../contract/logbook.ts';
import { offeredFile } from './commands/host-handlers.ts';
import { createLogbookExports } from './commands/logbook-exports.ts';
import { createSettings, type SettingsKeeper, newerSettingsVersion, settingsVersion } from '../settings/settings.ts';
import { createLeaderLock, createLeader } from './leader.ts';
import type { Work } from '../profile/profile-context.ts';
import { createProfileSwitch } from './profile-switch.ts';
import { createNotifier } from './notifications/notifier.ts';
import { createStatePublisher, type HostOptions } from './state-publisher.ts';
import { openDataFolder } from '../storage/data-folder.ts';
import { createLeaderRecord } from '../storage/tables/leader.ts';
import { openFailure } from '../storage/database/database.ts';
import { newerDatabase } from '../storage/recovery/inspect-database.ts';
import { closePrivateFolder } from '../storage/files/private-folder.ts';
import { spooledBytes } from '../uploads/spool/spool.ts';

export type CompanionOptions = {
  readonly ports: Ports;
  /** The folder for database, spool and locks. Created if it is missing, readable by its owner only. */
  readonly dataDir: string;
  readonly host: HostOptions;
  /** Use this profile for this run only, regardless of the settings. */
  readonly profile?: ProfileChoice;
  /** Services that are offered at the first start, beside those of the settings. */
  readonly presets?: readonly Preset[];
  /** How much of the work this process does; all of it by default. */
  readonly work?: Work;
};

export type Companion = {
  /** Handles any command of main/contract/commands.ts. Parses name and input. Never rejects. */
  handle(name: unknown, input: unknown): Promise<Result<unknown>>;
  /**
   * Adds files to the queue. `name` is shown to the pilot; it differs from the path for bytes that a host received.
   * `pilot`: whose reports they become; otherwise the shown pilot's.
   */
  addFiles(
    files: readonly { readonly path: string; readonly name: string; readonly pilot?: number | null }[],
    source: Source,
  ): Promise<Result<IntakeAnswer[]>>;
  /** The image of a strip, from the spool, or one that the window may offer, for the host to serve. */
  image(id: string): Promise<Result<{ path: string; mediaType: ImageBytes['mediaType'] }>>;
  /** Writes the flights of a filter into a file or a stream. Parses the input. Null when it was cancelled. */
  exportLogbook(
    input: unknown,
    to: { readonly folder: string } | { readonly path: string } | { write(text: string): Promise<void> },
  ): Promise<Result<Exported | null>>;
  subscribe(listener: (event: CompanionEvent) => void): () => void;
  /** Whether this is the one process that works on the data folder. */
  readonly isLeader: boolean;
  /** Ends all work; the next start continues it. Called again, it returns the same promise. */
  stop(): Promise<void>;
};

/** Opens the data folder and starts with the profile of the settings, or `options.profile`. */
export async function createCompanion(options: CompanionOptions): Promise<Result<Companion>> {
  const { dataDir, ports } = options;
  const { clock, log } = ports;
  const opened = openData(options);
  if (!opened.ok) return opened;
  const { leaderLock, settings, choice, data, openToOthers } = opened.value;
  const wanted = options.work ?? 'all';
  const work = (): Work => (leaderLock.isHeld() ? wanted : 'none');
  const isLeader = () => leaderLock.isHeld() && data.isInPlace();
  const leaderRecord = createLeaderRecord({ database: data.database, dataDir, log });
  if (leaderLock.isHeld()) leaderRecord.clear();

  const profile = createProfileSwitch({
    ports,
    settings,
    data,
    version: options.host.version,
    leaderRecord,
    work,
    worksForOthers: options.profile === undefined,
    changes: () => publisher,
  });
  const publisher = createStatePublisher({
    ports,
    host: options.host,
    settings,
    profile,
    dataConcern: () => data.concern() ?? openToOthers,
    isLeader,
    workerElsewhere: () => leaderRecord.worker(null),
    onElsewhere: (changed) => notifier?.hearElsewhere(changed),
  });
  const { runtime } = profile;
  const exports = createLogbookExports({ ports, dataDir, runtime, onProgress: publisher.exportProgress });

  const handlers = createHandlers({
    ports,
    settings,
    data,
    profile,
    exports,
    app: {
      state: publisher.state,
      diagnostics: createDiagnostics({
        clock,
        dataDir,
        version: options.host.version,
        settings: () => settings.get(),
        state: publisher.state,
        runtime,
      }),
      async checks() {
        if (isLeader()) await trySignIn(runtime()?.workers() ?? null, { clock, log });
        return runChecks({
          state: publisher.state(),
          dataDir,
          clock,
          network: runtime()?.network ?? null,
          settings: settings.get(),
          ports,
        });
      },
      isLeader,
    },
  });

  const answered = createParsedCommands({ handlers, log, failureOf: data.failureOf });
  const leader = createLeader({
    ports,
    data,
    leaderLock,
    leaderRecord,
    takesOver: wanted !== 'none',
    profile,
    onError: () => publisher.note(),
  });
  // A vault that was unlocked, or a keychain that is available again: a sign-in may be readable now.
  const undoSecrets = ports.secrets.places?.subscribe(() => {
    for (const open of profile.runtimes()) open.tryAgain();
    publisher.note();
  });
  const profileKey = () => runtime()?.profile.key ?? '';
  const notifier = ports.notify && createNotifier({ clock, notify: ports.notify, settings: settings.get, profileKey });
  if (notifier) publisher.subscribe(notifier.hear);
  const undoUpdates = ports.updates?.subscribe(() => publisher.note());
  const undoResume = ports.system.onResume(() => {
    for (const open of profile.runtimes()) open.refresh({ interrupt: true });
  });

  // A command that only reads ends before a change would matter.
  const undoSettings = wanted === 'none' ? undefined : settings.onChange(() => void profile.followFile());

  async function end() {
    await leader.stop();
    undoSettings?.();
    undoResume();
    undoSecrets?.();
    undoUpdates?.();
    notifier?.stop();
    publisher.stop();
    await profile.stop();
    await ports.embeddedService.stop();
    data.close();
    leaderLock.release();
  }
  let ending: Promise<void> | null = null;
  const stop = () => (ending ??= end());

  if (choice) {
    const begun = await profile.open(choice);
    // A failed sign-in is shown in the window; a profile that does not open is fatal only if it was requested
    // explicitly.
    if (!begun.ok && !runtime()) log.warn('the profile could not be opened', { message: begun.failure.message });
    if (!begun.ok && !runtime() && options.profile) {
      await stop();
      return begun;
    }
  }
  leader.start();
  void profile.workForOthers();

  return ok({
    get isLeader() {
      return isLeader();
    },
    handle: answered,
    async addFiles(files, source) {
      const open = runtime();
      if (!open) return failed(failures.notChosen());
      // All in parallel: intake keeps their order, and commits many of them together.
      return ok(await Promise.all(files.map((file) => open.addFile(file, source))));
    },
    async image(stripId) {
      const open = runtime();
      const offer = offeredImages.find((one) => one === stripId);
      if (offer) {
        const file = open && (await offeredFile(offer, ports.embeddedService, open));
        const mediaType = file?.name.toLowerCase().endsWith('.png') ? 'image/png' : 'image/jpeg';
        return file ? ok({ path: file.path, mediaType }) : failed(failures.notFound('image'));
      }
      const other = open && leftOut(open.folders.states()).find(({ image }) => image === stripId);
      if (other) return ok({ path: other.path, mediaType: 'application/octet-stream' });
      const jobId = jobIdOf(stripId);
      const job = jobId === null ? null : (open?.stores.jobs.byId(jobId) ?? null);
      const path = job && open ? join(open.spoolDir, job.spool) : null;
      // The spool may have been cleared manually.
      if (!job || path === null || (await spooledBytes(path)) === null) return failed(failures.notFound('image'));
      return ok({ path, mediaType: job.mediaType });
    },
    async exportLogbook(input, to) {
      const parsed = commandInputs['logbook.export'].safeParse(input);
      if (!parsed.success) return failed(failures.wrongInput(inputMessage(parsed.error.issues)));
      if ('write' in to) return exports.toStream(parsed.data, to.write);
      return 'path' in to ? exports.toPilotsFile(parsed.data, to.path) : exports.toFolder(parsed.data, to.folder);
    },
    subscribe: publisher.subscribe,
    stop,
  });
}

/** What a process opens before it works: the folder, its lock, the settings and the database. */
function openData({ dataDir, ports, profile, presets, work = 'all' }: CompanionOptions) {
  const { clock, log } = ports;
  // Node would accept any certificate, of every host.
  if (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') return failed(failures.certificatesUnchecked());
  const newer = newerData(dataDir, ports.settings.read());
  if (newer !== null) return failed(newer);
  let openToOthers: Failure | null = null;
  try {
    makeFolder(dataDir);
    openToOthers = closeToOthers(dataDir, log);
  } catch (error) {
    return failed(failures.dataFolderUnusable(dataDir, errorCode(error)));
  }
  const leaderLock = createLeaderLock(dataDir);
  try {
    if (work !== 'none') leaderLock.take();
  } catch (error) {
    return failed(openFailure(dataDir, error));
  }
  const opened = openLocked();
  if (!opened.ok) leaderLock.release();
  return opened;

  function openLocked() {
    let settings: SettingsKeeper;
    try {
      settings = createSettings({ store: ports.settings, log });
      if (presets !== undefined) settings.addPresets(presets);
    } catch (error) {
      log.warn('the settings could not be put aside', { error });
      return failed(failures.settingsNotSetAside(dataDir, errorCode(error)));
    }
    const chosen = settings.get().profile;
    const choice: ProfileChoice | null = profile ?? (chosen === null ? null : choiceOf(chosen));
    const data = openDataFolder({
      folder: dataDir,
      profile: profileKeyOf(choice, settings.get()),
      lock: leaderLock,
      clock,
      log,
    });
    return data.ok ? ok({ leaderLock, settings, choice, data: data.value, openToOthers }) : data;
  }
}

/** Data of a newer version is left as it is, before the settings could be moved aside or presets added to them. */
function newerData(dataDir: string, storedSettings: unknown): Failure | null {
  const version = newerSettingsVersion(storedSettings);
  if (version === null) return newerDatabase(dataDir);
  return failures.dataFromNewerVersion(join(dataDir, 'settings.json'), version, settingsVersion);
}

function closeToOthers(dataDir: string, log: Logger): Failure | null {
  const { fixed, open } = closePrivateFolder(dataDir);
  if (fixed.length > 0) log.info('other users could read the data folder; it is private now', { names: fixed });
  if (open.length === 0) return null;
  log.warn('other users can read the data folder, and it could not be made private', { names: open });
  return failures.dataOpenToOthers(dataDir);
}
