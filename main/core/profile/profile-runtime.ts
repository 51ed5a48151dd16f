// One open profile: its accounts, folders, intake and board, joined. Commands use a profile through this interface.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ok, type Result } from '../../contract/failure.ts';
import type { Worker } from '../../contract/state.ts';
import { createActiveAccount } from './active-account.ts';
import { createBoard } from '../board/board.ts';
import { createRequestLog } from '../platform/logging/request-log.ts';
import { createAccountAuditor, createFolderAuditor, scanDecision } from '../decisions/decision-entries.ts';
import { createDecisionLog } from '../decisions/decision-log.ts';
import { createFileAfterUpload } from '../filing/file-after-upload.ts';
import { createProfileAccounts, type ProfileContext } from './profile-context.ts';
import { createProfileIntake } from './profile-intake.ts';
import { createNetwork } from '../platform/network/http-network.ts';
import type { Ports } from '../platform/ports.ts';
import type { DataFolder } from '../storage/data-folder.ts';
import { createRepositories } from '../storage/repositories.ts';
import { createDryRun } from '../folders/dry-run.ts';
import type { LanguageChoice } from '../../messages/languages.ts';
import { createCompletenessOf } from '../flights/completeness.ts';
import { createLogbook } from '../logbook/logbook.ts';
import { createFlightClient } from '../service/flight-client.ts';
import { createEmulatorProbe } from '../service/emulator-probe.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { LeaderRecord } from '../storage/tables/leader.ts';
import { isLocked, senderLockName } from '../storage/files/lock-file.ts';
import { accountSubject } from '../storage/tables/learned-facts.ts';
import { createSizeLimit } from '../uploads/size-limit.ts';
import { createSpoolNames, createSpoolSweep } from '../uploads/spool/spool-cleanup.ts';
import type { ThrownFailure } from '../storage/thrown-failure.ts';
import { createWatchedFolders } from '../folders/watched-folders.ts';
import { createTextCheck } from '../uploads/image/text-check.ts';
import { jobStripId } from '../../contract/strip.ts';

/**
 * `none`: adds files and shows what is there. `account`: signs in and out as well. `reading`: also reads flights.
 * `all`: uploads and watches folders. All but `none` need to be the only process on the data folder.
 */
export type Work = 'none' | 'account' | 'reading' | 'all';

export type ProfileRuntime = ReturnType<typeof createProfileRuntime>;

export function createProfileRuntime(deps: {
  ports: Ports;
  data: DataFolder;
  profile: ServiceProfile;
  settings: { maxFileBytes(): number; language(): LanguageChoice };
  /** How much of the work this process does. */
  work: Work;
  leaderRecord: LeaderRecord;
  app: {
    readonly version: string;
    readonly failureOf: ThrownFailure;
  };
  events: {
    onChange(stripIds?: Iterable<string>): void;
    onProgress(stripId: string, sentBytes: number, totalBytes: number): void;
  };
}) {
  const { ports, data, profile, work, events } = deps;
  const { clock, log } = ports;
  const stores = createRepositories(data.database, profile.key, data.journal);
  const spoolDir = join(data.dir, 'spool');
  const sizeLimit = createSizeLimit({ clock, facts: stores.facts, inSettings: deps.settings.maxFileBytes });
  const context: ProfileContext = { clock, log, profile, stores, spoolDir, sizeLimit };
  /** Why nothing can be written to disk: then nothing is uploaded either. */
  const diskConcern = () => {
    const failure = data.failure();
    return failure?.kind === 'disk' ? failure : null;
  };
  const decisions = createDecisionLog({ clock, log, store: stores.decisions });
  const folderAuditor = createFolderAuditor(decisions);
  const noteAccount = work === 'none' ? () => {} : createAccountAuditor(decisions);
  const id = randomUUID();

  /** Whether this process uploads and watches; if not, which one does. */
  function worker(): Worker {
    if (work === 'all') return { is: 'this' };
    return work === 'none' ? deps.leaderRecord.worker(profile.key) : { is: 'none' };
  }
  /** The id of the process that uploads and watches for this profile now. */
  function workerId(): string | null {
    if (work === 'all') return id;
    return work === 'none' ? deps.leaderRecord.idFor(profile.key) : null;
  }

  const calls = createRequestLog({ dataDir: data.dir });
  const network = createNetwork({
    clock,
    log,
    ...(ports.proxies && { proxies: ports.proxies }),
    mayCall: data.isInPlace,
    onCall: (seen) => calls.note(profile, seen),
  });
  const accounts = createProfileAccounts({
    ...deps.app,
    ports,
    profile,
    stores,
    network,
    onOther: (accountId) => active.switched(accountId),
    onSignedOut: () => active.signedOutElsewhere(),
  });
  const { account } = accounts;
  const client = createFlightClient({
    profile,
    clock,
    network,
    userAgent: `PilotCompanion/${deps.app.version}`,
    log,
  });
  const probe = createEmulatorProbe({
    address: profile.address,
    clock,
    facts: stores.facts,
    onChange: events.onChange,
  });
  /** Nothing waits for the answer: it is only shown. */
  const probeForEmulator = () => void (profile.kind === 'service' && work !== 'none' && probe.ask());

  const active = createActiveAccount(context, {
    account,
    client,
    work: {
      uploads: work === 'all',
      reading: work === 'all' || work === 'reading',
      isAlone: work !== 'none',
    },
    restoreCopy: (job) => intake.restore(job),
    diskConcern,
    events: {
      onAccount: noteAccount,
      onSent(job) {
        const folder = job.source.kind === 'folder' && job.originalPath ? folders.folderOf(job.originalPath) : null;
        if (!folder || folder.rules.afterUpload.kind === 'leave') return;
        stores.filing.note(job.id, folder.id, folder.rules.afterUpload, clock.now());
      },
      onJobs: () => filing.wake(),
      ...events,
    },
  });

  const intake = createProfileIntake(context, {
    decisions,
    // A follower reads it, as it learns of a sign-in later than it is written down.
    accountId: () => (work === 'none' ? (stores.accounts.current(profile.key)?.id ?? null) : active.accountId()),
    isDiskFull: data.isFullForFiles,
    dataGone: () => (data.isInPlace() ? null : diskConcern()),
    onAdded: (jobIds) => active.onAdded(jobIds),
  });

  const sweep = createSpoolSweep({
    clock,
    log,
    spoolDir,
    names: createSpoolNames(data.database),
    inTransaction: stores.inTransaction,
  });

  const board = createBoard({
    clock,
    stores,
    profile,
    active,
    canShowFile: ports.desktop.showFile !== undefined,
    isPlanned: () => workerId() !== null,
    isSending: () => work !== 'none' || isLocked(join(data.dir, senderLockName)),
  });

  const logbook = createLogbook({
    clock,
    database: data.database,
    language: deps.settings.language,
    profile: profile.key,
    accountId: active.accountId,
    completenessOf: createCompletenessOf({
      canRead: (account) => stores.facts.read(accountSubject(account), 'can-read'),
      backFill: (account) => stores.facts.read(accountSubject(account), 'back-fill'),
      count: stores.flights.count,
      createdAtFrom: stores.flights.createdAtFrom,
    }),
  });

  const filing = createFileAfterUpload({
    clock,
    log,
    store: stores.filing,
    folders: stores.folders,
    history: stores.history,
    inTransaction: stores.inTransaction,
    trash: ports.desktop.trash,
    onChange: (jobId) => events.onChange([jobStripId(jobId)]),
  });

  let isStopped = false;
  const textCheck = createTextCheck({ clock, reader: ports.imageReader });
  /** After the report is queued: it uploads meanwhile. */
  async function adviseOnText(jobId: number) {
    const job = stores.jobs.byId(jobId);
    const hasText = job && (await textCheck.hasText(join(spoolDir, job.spool)));
    if (hasText === null || isStopped) return;
    stores.jobs.change(jobId, clock.now(), { lacksText: !hasText });
    if (!hasText) events.onChange([jobStripId(jobId)]);
  }

  const folders = createWatchedFolders({
    ports,
    profileKey: profile.key,
    stores,
    intake,
    textCheck,
    isWatching: work === 'all',
    watcher: workerId,
    maxFileBytes: sizeLimit.maxBytes,
    events: {
      onAdvisable(jobId) {
        adviseOnText(jobId).catch((error: unknown) => log.warn('the text of an image could not be noted', { error }));
      },
      onNoted: () => filing.wake(),
      onDecided: (some) => decisions.recordAll(some.map(scanDecision).filter((one) => one !== null)),
      onChange() {
        const ids = () => new Set(stores.folders.list(profile.key).map((folder) => folder.id));
        if (work === 'all') folderAuditor.note(folders.states(), ids());
        events.onChange();
      },
    },
  });

  const dryRun = createDryRun({
    clock,
    stores,
    profileKey: profile.key,
    accountId: active.accountId,
    maxFileBytes: sizeLimit.maxBytes,
    textCheck,
  });

  return {
    profile,
    stores,
    decisions,
    sizeLimit,
    calls,
    network,
    account,
    board,
    logbook,
    hold: active.hold,
    spoolDir,
    workers: active.workers,
    accountId: active.accountId,
    addFile: intake.addFile,
    folders,
    worker,
    dryRunFolder: dryRun.folder,
    dryRunFiles: dryRun.files,
    isTestService: () => profile.kind !== 'service' || probe.isEmulator(),

    async start() {
      probeForEmulator();
      if (work !== 'none') {
        const { key, name, address } = profile;
        deps.leaderRecord.write({ id, profile: key, service: name, address, isUploading: work === 'all' });
      }
      if (work === 'all') sweep.start();
      await account.start();
      noteAccount(account.state());
      active.begin();
      await folders.start();
      if (work === 'all') filing.wake();
      events.onChange();
    },

    /** As the pilot whose reports are here, if known. `otherPilot`: as any pilot, beside those who are signed in. */
    async signIn({ otherPilot = false } = {}): Promise<Result<null>> {
      probeForEmulator();
      const id = active.accountId();
      const expected = otherPilot || profile.kind === 'demo' || id === null ? null : stores.accounts.byId(id);
      return account.signIn({ otherPilot, expected });
    },
    /** Switches to a signed-in account: its reports are uploaded, the others' wait. */
    useAccount: (id: number): Promise<Result<null>> => account.use(id),
    /** Without an id: the active account. */
    async signOut(id?: number): Promise<Result<null>> {
      // Another process may have switched accounts.
      if (id !== undefined) await account.follow();
      if (id !== undefined && !account.isInUse(id)) {
        const other = await account.signOutOther(id);
        active.redraw();
        return other;
      }
      const item = account.item();
      const leaving = active.accountId();
      const result = await account.signOut();
      if (!result.ok) return result;
      if (account.item() === item) await active.signedOut();
      // Another account became active meanwhile.
      else if (leaving !== null) stores.accounts.signedOut(leaving);
      return ok(null);
    },

    /** Requested by the pilot. `isFixed`: the cause was in the settings. */
    tryAgain(isFixed = false) {
      account.tryAgain(isFixed);
      active.workers()?.uploader.wake({ resetBackoff: true });
      if (work === 'all') filing.wake();
    },
    /** The machine woke, the network is back, or a window came to the front. */
    refresh(options: { interrupt?: boolean } = {}) {
      // Connections from before a sleep, or of another network, may be dead.
      network.reset();
      account.tryAgain();
      active.refresh(options);
      folders.rescan();
      filing.wake();
      probeForEmulator();
    },
    /** Another process wrote to the database. */
    onForeignChange() {
      if (work !== 'none') active.adoptOrphans();
      active.workers()?.uploader.wake();
      folders.followStored();
      // The pilot may have agreed there that a report arrived.
      if (work === 'all') filing.wake();
      active.redraw();
      account.follow().catch((error: unknown) => log.warn('the active account could not be followed', { error }));
    },
    /** The hold may have changed. */
    onState: active.onState,
    noteStrips: (ids: Iterable<string>) => events.onChange(ids),

    async stop() {
      isStopped = true;
      textCheck.stop();
      active.stopFollowing();
      probe.stop();
      await folders.stop();
      await filing.stop();
      await sweep.stop();
      await active.close();
      await accounts.stop();
      decisions.stop();
      if (work !== 'none') deps.leaderRecord.remove(id);
      await network.stop();
    },
  };
}
