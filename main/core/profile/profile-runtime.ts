// One open profile: makes its parts from the top down, each with those made before it. What happens in a part goes back
// up as an event (profile-context.ts). Commands use a profile through this interface.
import type { CommandInput } from '../../contract/commands.ts';
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { Result } from '../../contract/failure.ts';
import type { FolderRules } from '../../contract/folder-rules.ts';
import type { Worker } from '../../contract/state.ts';
import { createPilots } from './pilots.ts';
import { createBoard } from '../board/board.ts';
import { pilotName } from '../board/strip-contexts.ts';
import { createRequestLog } from '../platform/logging/request-log.ts';
import { createAccountAuditor, createFolderAuditor, scanDecision } from '../decisions/decision-entries.ts';
import { createDecisionLog } from '../decisions/decision-log.ts';
import { createFileAfterUpload } from '../filing/file-after-upload.ts';
import { createChangedStrips } from './changed-strips.ts';
import { roleOf, type ProfileContext, type ProfileEvents, type Work } from './profile-context.ts';
import { createProfileImages } from './profile-images.ts';
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
import { isLocked, leaderLockName } from '../storage/files/lock-file.ts';
import { accountSubject } from '../storage/tables/learned-facts.ts';
import { createSizeLimit } from '../uploads/size-limit.ts';
import { createSpoolNames, createSpoolSweep } from '../uploads/spool/spool-cleanup.ts';
import { createWatchedFolders } from '../folders/watched-folders.ts';
import type { ReadingTime } from '../../contract/settings.ts';
import { jobStripId } from '../../contract/strip.ts';

export type ProfileRuntime = ReturnType<typeof createProfileRuntime>;

export function createProfileRuntime(deps: {
  ports: Ports;
  data: DataFolder;
  profile: ServiceProfile;
  settings: { maxFileBytes(): number; language(): LanguageChoice; readsRoutes(): ReadingTime };
  /** How much of the work this process does. */
  work: Work;
  leaderRecord: LeaderRecord;
  version: string;
  events: {
    onChange(stripIds?: Iterable<string>): void;
    onProgress(stripId: string, sentBytes: number, totalBytes: number): void;
  };
}) {
  const { ports, data, profile, leaderRecord } = deps;
  const { clock, log } = ports;
  const { key, name, address } = profile;
  const id = randomUUID();
  const role = roleOf(deps.work);
  const stores = createRepositories(data.database, key, data.journal);
  const spoolDir = join(data.dir, 'spool');
  const sizeLimit = createSizeLimit({ clock, facts: stores.facts, inSettings: deps.settings.maxFileBytes });
  const events: ProfileEvents = new EventEmitter();
  const context: ProfileContext = { ports, profile, data, stores, spoolDir, sizeLimit, role, events };
  const stateChanged = () => void events.emit('view.changed', []);
  const holdChanged = () => void events.emit('hold.changed');

  /** Whether this process uploads and watches; if not, which one does. */
  function worker(): Worker {
    if (role.uploads) return { is: 'this' };
    return role.isLeader ? { is: 'none' } : leaderRecord.worker(key);
  }
  /** The id of the process that uploads and watches for this profile now. */
  function workerId(): string | null {
    if (role.uploads) return id;
    return role.isLeader ? null : leaderRecord.idFor(key);
  }

  // The service.
  const calls = createRequestLog({ dataDir: data.dir });
  const network = createNetwork({
    clock,
    log,
    ...(ports.proxies && { proxies: ports.proxies }),
    mayCall: data.isInPlace,
    onCall: (seen) => calls.note(profile, seen),
  });
  const userAgent = `PilotCompanion/${deps.version}`;
  const client = createFlightClient({ profile, clock, network, userAgent, log });
  const probe = createEmulatorProbe({ address, clock, facts: stores.facts, onChange: stateChanged });
  /** Nothing waits for the answer: it is only shown. */
  const probeForEmulator = () => void (profile.kind === 'service' && role.isLeader && probe.ask());

  // From a file to its upload.
  const decisions = createDecisionLog({ clock, log, store: stores.decisions });
  const intake = createProfileIntake(context, decisions);
  const pilots = createPilots(context, { network, client, intake });
  const { accountId, workers, hold } = pilots;
  if (role.isLeader) events.on('account.changed', createAccountAuditor(decisions));

  const pictures = createProfileImages(context, deps.settings.readsRoutes);
  /** The account of a folder; null: that of the pilot who is shown. */
  const folderAccount = ({ pilot = null }: FolderRules) =>
    pilot !== null && stores.accounts.isLasting(key, pilot) ? pilot : null;
  const folderAuditor = createFolderAuditor(decisions);
  const folders = createWatchedFolders({
    ports,
    profileKey: key,
    stores,
    intake,
    accounts: {
      of: folderAccount,
      shown: accountId,
      nameOf: (account) => pilotName(stores.accounts, profile, account),
    },
    images: { maxBytes: sizeLimit.maxBytes, hasText: pictures.hasText },
    watcher: { isHere: role.uploads, id: workerId },
    events: {
      onAdvisable: pictures.noteText,
      onNoted: wakeFiling,
      onDecided: (some) => decisions.recordAll(some.map(scanDecision).filter((one) => one !== null)),
      onChange() {
        const ids = () => new Set(stores.folders.list(key).map((folder) => folder.id));
        if (role.uploads) folderAuditor.note(folders.states(), ids());
        stateChanged();
      },
    },
  });

  // After the upload.
  const filing = createFileAfterUpload({
    clock,
    log,
    store: stores.filing,
    folders: stores.folders,
    history: stores.history,
    inTransaction: stores.inTransaction,
    trash: ports.desktop.trash,
    onChange: (jobId) => events.emit('view.changed', [jobStripId(jobId)]),
  });
  function wakeFiling() {
    if (role.uploads) filing.wake();
  }
  events.on('report.uploaded', (job) => {
    const folder = job.source.kind === 'folder' && job.originalPath ? folders.folderOf(job.originalPath) : null;
    if (!folder || folder.rules.afterUpload.kind === 'leave') return;
    stores.filing.note(job.id, folder.id, folder.rules.afterUpload, clock.now());
  });
  events.on('jobs.changed', wakeFiling);
  function tryAgain(isFixed: boolean) {
    pilots.tryAgain(isFixed);
    wakeFiling();
  }
  const sweep = createSpoolSweep({
    clock,
    log,
    spoolDir,
    names: createSpoolNames(data.database),
    inTransaction: stores.inTransaction,
  });

  // What windows show.
  const strips = createChangedStrips(context, pilots);
  events.on('view.changed', deps.events.onChange);
  events.on('upload.progressed', (jobId, ...bytes) => deps.events.onProgress(jobStripId(jobId), ...bytes));
  const board = createBoard({
    clock,
    stores,
    profile,
    pilots,
    progress: strips.progress,
    canShowFile: ports.desktop.showFile !== undefined,
    isPlanned: () => workerId() !== null,
    isSending: () => role.isLeader || isLocked(join(data.dir, leaderLockName)),
  });
  const logbook = createLogbook({
    clock,
    database: data.database,
    language: deps.settings.language,
    profile: key,
    accountId,
    shown: () => board.view().accounts,
    completenessOf: createCompletenessOf({
      canRead: (account) => stores.facts.read(accountSubject(account), 'can-read'),
      backFill: (account) => stores.facts.read(accountSubject(account), 'back-fill'),
      count: stores.flights.count,
      createdAtFrom: stores.flights.createdAtFrom,
    }),
  });
  const dryRun = createDryRun({
    clock,
    stores,
    profileKey: key,
    accountOf: (rules) => (rules && folderAccount(rules)) ?? accountId(),
    examine: intake.examine,
    hasText: pictures.hasText,
    looksLike: pictures.looksLike,
  });

  return {
    profile,
    stores,
    decisions,
    sizeLimit,
    calls,
    network,
    pilots,
    pictures,
    board,
    logbook,
    hold,
    spoolDir,
    workers,
    accountId,
    addFile: intake.addFile,
    folders,
    worker,
    dryRunFolder: dryRun.folder,
    dryRunFiles: dryRun.files,
    isTestService: () => profile.kind !== 'service' || probe.isEmulator(),

    async start() {
      probeForEmulator();
      if (role.isLeader) leaderRecord.write({ id, profile: key, service: name, address, isUploading: role.uploads });
      if (role.uploads) sweep.start();
      await pilots.start();
      await folders.start();
      wakeFiling();
      pictures.wake();
      stateChanged();
    },

    signIn(as: CommandInput<'account.signIn'> = {}): Promise<Result<null>> {
      probeForEmulator();
      return pilots.signIn(as);
    },
    /** Shows a signed-in pilot: new reports are this one's. */
    async useAccount(account: number): Promise<Result<null>> {
      const result = await pilots.use(account);
      if (result.ok) stores.switches.setShowsEveryone(false);
      stateChanged();
      return result;
    },
    showEveryone() {
      stores.switches.setShowsEveryone(true);
      strips.showAll();
    },
    /** Without an id: the shown pilot. */
    async signOut(account?: number): Promise<Result<null>> {
      const result = await pilots.signOut(account);
      strips.showAll();
      return result;
    },

    async signOutEveryone(): Promise<Result<null>> {
      const result = await pilots.signOutEveryone();
      strips.showAll();
      return result;
    },

    /** Requested by the pilot. `isFixed`: the cause was in the settings. */
    tryAgain: (isFixed = false) => tryAgain(isFixed),
    /** The machine woke, the network is back, or a window came to the front. */
    refresh(options: { interrupt?: boolean } = {}) {
      // Connections from before a sleep, or of another network, may be dead.
      network.reset();
      pilots.refresh(options);
      folders.rescan();
      wakeFiling();
      pictures.wake();
      probeForEmulator();
    },
    /** Another process wrote to the database. */
    onForeignChange() {
      pilots.onForeignChange();
      folders.followStored();
      // The pilot may have agreed there that a report arrived.
      wakeFiling();
      pictures.wake();
      strips.showAll();
    },
    holdChanged,
    /** Windows show them again. */
    stripsChanged: (stripIds: Iterable<string>) => void events.emit('view.changed', stripIds),
    /** The pilot changed these reports: uploads are tried again, and windows show them and why any waits. */
    reportsChanged(stripIds: Iterable<string>) {
      tryAgain(false);
      holdChanged();
      events.emit('view.changed', stripIds);
    },

    async stop() {
      pictures.stop();
      pilots.stopFollowing();
      probe.stop();
      await folders.stop();
      await filing.stop();
      await sweep.stop();
      await pilots.stop();
      decisions.stop();
      if (role.isLeader) leaderRecord.remove(id);
      await network.stop();
    },
  };
}
