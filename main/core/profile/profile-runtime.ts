// Everything of one profile: its account, its folders, its intake, and the desk of the pilot who is signed in
// (account-desk.ts). Joins what these do not know of one another; what a host or a command asks of a profile goes here.
import { join } from 'node:path';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { createActiveAccount } from './active-account.ts';
import { createSignedInAccounts } from '../account/signed-in-accounts.ts';
import { createAccount } from '../account/account.ts';
import { createLoopbackListener } from '../account/sign-in/loopback-listener.ts';
import type { StoredSession } from '../account/tokens/session-memory.ts';
import { createBoard } from '../board/board.ts';
import { createRequestLog } from '../platform/logging/request-log.ts';
import {
  createAccountAuditor,
  createFolderAuditor,
  intakeDecision,
  scanDecision,
} from '../decisions/decision-entries.ts';
import { createDecisionLog } from '../decisions/decision-log.ts';
import { autoConsentBrowser } from '../service/auto-consent-browser.ts';
import { createFileAfterUpload } from '../filing/file-after-upload.ts';
import { createAddFile } from './add-file.ts';
import { createNetwork } from '../platform/network/http-network.ts';
import type { Ports } from '../platform/ports.ts';
import { createRepositories } from '../storage/repositories.ts';
import { createDryRun } from '../folders/dry-run.ts';
import { createFlightClient } from '../service/flight-client.ts';
import { createEmulatorProbe } from '../service/emulator-probe.ts';
import { tokensName, type ServiceProfile } from '../service/profile.ts';
import type { Database } from '../storage/database.ts';
import type { AttemptJournal } from '../storage/recovery/attempt-journal.ts';
import { signInSubject } from '../storage/tables/learned-facts.ts';
import { isLocked, senderLockName, withLock } from '../storage/files/lock-file.ts';
import { createSpoolNames } from '../uploads/spool/spool-names.ts';
import type { ThrownFailure } from '../storage/thrown-failure.ts';
import { createIntake, type Intake } from '../uploads/intake/intake.ts';
import { createSpoolSweep } from '../uploads/spool/spool-cleanup.ts';
import { createWatchedFolders } from '../folders/watched-folders.ts';
import { jobStripId } from '../../contract/strip.ts';

/**
 * `none`: looks on and takes files in. `account`: signs in and out as well. `reading`: also looks at flights.
 * `all`: sends and watches. All but `none` need to be the only process on the data folder.
 */
export type Work = 'none' | 'account' | 'reading' | 'all';

export type ProfileRuntime = ReturnType<typeof createProfileRuntime>;

export function createProfileRuntime(deps: {
  ports: Ports;
  failureOf: ThrownFailure;
  database: Database;
  departures: AttemptJournal;
  dataDir: string;
  profile: ServiceProfile;
  version: string;
  maxFileBytes(): number;
  /** Why nothing can be written down just now: then nothing is sent either. */
  diskConcern(): Failure | null;
  /** No room for new files. */
  isDiskFull(): boolean;
  /** How much of the work this process does. */
  work: Work;
  onChange(stripIds?: Iterable<string>): void;
  onProgress(stripId: string, sentBytes: number, totalBytes: number): void;
}) {
  const { ports, profile, dataDir } = deps;
  const { clock, log } = ports;
  const stores = createRepositories(deps.database, profile.key, deps.departures);
  const decisions = createDecisionLog({ clock, log, store: stores.decisions });
  const folderAuditor = createFolderAuditor(decisions);
  const noteAccount = deps.work === 'none' ? () => {} : createAccountAuditor(decisions);
  const spoolDir = join(dataDir, 'spool');

  const { liveSecrets } = ports;
  const calls = createRequestLog({ dataDir, mask: liveSecrets.mask });
  const network = createNetwork({
    clock,
    log,
    ...(ports.proxies && { proxies: ports.proxies }),
    onCall: (seen) => calls.note(profile, seen),
  });
  /** A full disk must not stop a renewal: what could not be written down is only not known elsewhere. */
  const storedSession = (item: string): StoredSession => ({
    read() {
      try {
        return stores.facts.read(signInSubject(item), 'session');
      } catch (error) {
        log.warn('what became of the sign-in could not be read', { error: String(error) });
        return null;
      }
    },
    write(note) {
      try {
        stores.facts.write(signInSubject(item), 'session', note, clock.now());
      } catch (error) {
        log.warn('what became of the sign-in could not be written down for others', { error: String(error) });
      }
    },
  });
  const listener = createLoopbackListener({ path: profile.redirectPath, port: profile.redirectPort, clock, log });
  const account = createSignedInAccounts({
    profileKey: profile.key,
    clock,
    log,
    accounts: stores.accounts,
    open: (item) =>
      createAccount({
        profile,
        tokensName: tokensName(profile.key, item),
        stored: storedSession(item),
        listener,
        clock,
        secrets: ports.secrets,
        liveSecrets,
        browser: profile.kind === 'demo' ? autoConsentBrowser : ports.browser,
        log,
        fetch: network.fetch,
        refreshLock: (work) => withLock(join(dataDir, `refresh-${profile.key}.lock`), clock, work),
        failureOf: deps.failureOf,
      }),
    onOther: (accountId) => signedIn.switched(accountId),
    onSignedOut: () => signedIn.signedOutElsewhere(),
  });
  const client = createFlightClient({
    profile,
    clock,
    network,
    userAgent: `PilotCompanion/${deps.version}`,
    liveSecrets,
  });
  const probe = createEmulatorProbe({ address: profile.address, clock, onChange: () => deps.onChange() });
  /** Nothing waits for the answer: it only says more of what is shown. */
  const lookForEmulator = () => void (profile.kind === 'service' && deps.work !== 'none' && probe.look());

  const signedIn = createActiveAccount({
    clock,
    log,
    profile,
    account,
    client,
    stores,
    spoolDir,
    maxFileBytes: deps.maxFileBytes,
    restoreCopy: (job) => takeIn.restore(job),
    diskConcern: deps.diskConcern,
    work: {
      uploads: deps.work === 'all',
      reading: deps.work === 'all' || deps.work === 'reading',
      isAlone: deps.work !== 'none',
    },
    noteAccount,
    noteSent(job) {
      const folder = job.source.kind === 'folder' && job.originalPath ? folders.folderOf(job.originalPath) : null;
      if (!folder || folder.rules.afterUpload.kind === 'leave') return;
      stores.filing.note(job.id, folder.id, folder.rules.afterUpload, clock.now());
    },
    onJobs: () => filing.wake(),
    onChange: deps.onChange,
    onProgress: deps.onProgress,
  });

  const takeIn = createIntake({
    clock,
    spoolDir,
    jobs: stores.jobs,
    history: stores.history,
    // Who only looks on hears of a sign-in a moment later than it is written down.
    accountId: () => (deps.work === 'none' ? (stores.accounts.current(profile.key)?.id ?? null) : signedIn.accountId()),
    maxFileBytes: deps.maxFileBytes,
    inTransaction: stores.inTransaction,
    isDiskFull: deps.isDiskFull,
    onAdded(jobIds) {
      try {
        signedIn.onAdded(jobIds);
      } catch (error) {
        // They are safe already, and whoever handed them over is told so, whatever keeps the board from showing them.
        log.warn('what was taken could not be shown', { error: String(error) });
      }
    },
  });

  /** Intake, with what it decided in the log. */
  const intake: Intake = {
    ...takeIn,
    async take(file, source) {
      const outcome = await takeIn.take(file, source);
      const known = outcome.kind === 'duplicate' ? stores.jobs.byId(outcome.jobId) : null;
      decisions.record(intakeDecision(file, outcome, known));
      return outcome;
    },
  };

  const sweep = createSpoolSweep({
    clock,
    log,
    spoolDir,
    names: createSpoolNames(deps.database),
    inTransaction: stores.inTransaction,
  });

  const board = createBoard({
    clock,
    stores,
    workers: signedIn.workers,
    accountId: signedIn.accountId,
    profileKey: profile.key,
    hold: signedIn.hold,
    canShowFile: ports.desktop.showFile !== undefined,
    progress: signedIn.progress,
    isSending: () => deps.work !== 'none' || isLocked(join(dataDir, senderLockName)),
  });

  const filing = createFileAfterUpload({
    clock,
    log,
    store: stores.filing,
    folders: stores.folders,
    history: stores.history,
    inTransaction: stores.inTransaction,
    trash: ports.desktop.trash,
    onChange: (jobId) => deps.onChange([jobStripId(jobId)]),
  });

  const addFile = createAddFile({ clock, log, stores, intake });
  const folders = createWatchedFolders({
    clock,
    log,
    profileKey: profile.key,
    folders: stores.folders,
    filing: stores.filing,
    intake,
    canTrash: ports.desktop.trash !== undefined,
    isWatching: deps.work === 'all',
    onNoted: () => filing.wake(),
    decided: (some) => decisions.recordAll(some.map(scanDecision).filter((one) => one !== null)),
    onChange() {
      const ids = () => new Set(stores.folders.list(profile.key).map((folder) => folder.id));
      if (deps.work === 'all') folderAuditor.note(folders.states(), ids());
      deps.onChange();
    },
  });

  const dryRun = createDryRun({
    clock,
    stores,
    profileKey: profile.key,
    accountId: signedIn.accountId,
    maxFileBytes: deps.maxFileBytes,
  });

  return {
    profile,
    stores,
    decisions,
    calls,
    account,
    board,
    hold: signedIn.hold,
    spoolDir,
    workers: signedIn.workers,
    accountId: signedIn.accountId,
    addFile,
    folders,
    isWatching: deps.work === 'all',
    dryRunFolder: dryRun.folder,
    dryRunFiles: dryRun.files,
    isDemonstration: () => profile.kind !== 'service' || probe.isEmulator(),

    async start() {
      lookForEmulator();
      if (deps.work === 'all') sweep.start();
      await account.start();
      noteAccount(account.state());
      signedIn.begin();
      folders.start();
      if (deps.work === 'all') filing.wake();
      deps.onChange();
    },

    /**
     * As the pilot whose reports are here, where that is known; or, if wanted, as whoever agrees, who is in use then beside
     * those who are signed in already.
     */
    async signIn({ otherPilot = false } = {}): Promise<Result<null>> {
      lookForEmulator();
      const id = signedIn.accountId();
      const expected = otherPilot || profile.kind === 'demo' || id === null ? null : stores.accounts.byId(id);
      return account.signIn({ otherPilot, expected });
    },
    /** Goes over to an account that is signed in already; its reports go on, the other ones' wait. */
    useAccount: (id: number): Promise<Result<null>> => account.use(id),
    /** Without an id: whoever is in use. */
    async signOut(id?: number): Promise<Result<null>> {
      // Another process may have gone over to them, or from them, a moment ago.
      if (id !== undefined) await account.follow();
      if (id !== undefined && !account.isInUse(id)) {
        const other = await account.signOutOther(id);
        signedIn.redraw();
        return other;
      }
      const item = account.item();
      const leaving = signedIn.accountId();
      const result = await account.signOut();
      if (!result.ok) return result;
      if (account.item() === item) await signedIn.signedOut();
      // It took its time, and another is in use by now.
      else if (leaving !== null) stores.accounts.signedOut(leaving);
      return ok(null);
    },

    /** The pilot says so, or has mended what was in the way: `isMended` where it was in the settings. */
    tryAgain(isFixed = false) {
      account.tryAgain(isFixed);
      signedIn.workers()?.uploader.wake({ resetBackoff: true });
    },
    /** The machine woke, the network came back, a window came to the front: look at everything anew. */
    refresh(options: { interrupt?: boolean } = {}) {
      // What slept, or came from another network, leads nowhere: the next calls begin with connections of their own.
      network.renew();
      account.tryAgain();
      signedIn.refresh(options);
      folders.rescan();
      filing.wake();
      lookForEmulator();
    },
    /** Another process wrote to the database. */
    onForeignChange() {
      if (deps.work !== 'none') signedIn.adoptOrphans();
      signedIn.workers()?.uploader.wake();
      folders.followStored();
      signedIn.redraw();
      account
        .follow()
        .catch((error: unknown) => log.warn('who is in use could not be followed', { error: String(error) }));
    },
    /** What may hold all reports back has changed. */
    onState: signedIn.onState,
    noteStrips: (ids: Iterable<string>) => deps.onChange(ids),

    async stop() {
      signedIn.stopFollowing();
      probe.stop();
      await folders.stop();
      await filing.stop();
      await sweep.stop();
      await signedIn.close();
      await account.stop();
      await listener.close();
      decisions.stop();
      await network.stop();
    },
  };
}
