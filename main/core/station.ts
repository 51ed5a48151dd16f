// Everything of one profile: its account, its folders, its intake, and the desk of the pilot who is signed in.
import { join } from 'node:path';
import { ok, type Failure, type Result } from '../contract/failure.ts';
import { createAccount } from './account/account.ts';
import { createBoard, stripIdsOfFlight } from './board.ts';
import { createAccountStory, createFolderStory, decidedByIntake, decidedByLook } from './decided.ts';
import { createDecisionLog } from './decisions.ts';
import { createDesk, type Desk } from './desk.ts';
import { failures } from './failures.ts';
import { followingBrowser } from './following-browser.ts';
import { createPutAway } from './filing/put-away.ts';
import { createHandOver } from './hand-over.ts';
import { createNetwork } from './network.ts';
import type { Ports } from './ports.ts';
import { createRepositories } from './repositories.ts';
import { createPreviews } from './previews.ts';
import { createFlightClient } from './service/client.ts';
import { createEmulatorProbe } from './service/emulator-probe.ts';
import type { ServiceProfile } from './service/profile.ts';
import type { Database } from './storage/database.ts';
import type { Departures } from './storage/departures.ts';
import { withLock } from './storage/lock.ts';
import { createSpoolNames } from './storage/spool-names.ts';
import { jobStripId } from './strips.ts';
import { createIntake, type Intake } from './uploads/intake.ts';
import { createSpoolSweep } from './uploads/spool-sweep.ts';
import { createWatchedFolders } from './watched-folders.ts';

/**
 * `none`: looks on and takes files in. `account`: signs in and out as well. `reading`: also looks at flights.
 * `all`: sends and watches. All but `none` need to be the only process on the data folder.
 */
export type Work = 'none' | 'account' | 'reading' | 'all';

export type Station = ReturnType<typeof createStation>;

export function createStation(deps: {
  ports: Ports;
  database: Database;
  departures: Departures;
  dataDir: string;
  profile: ServiceProfile;
  version: string;
  maxFileBytes(): number;
  /** Why nothing can be written down just now: then nothing is sent either. */
  diskConcern(): Failure | null;
  /** How much of the work this process does. */
  work: Work;
  onChange(stripIds?: Iterable<string>): void;
  onProgress(stripId: string, sentBytes: number, totalBytes: number): void;
}) {
  const { ports, profile, dataDir } = deps;
  const { clock, log } = ports;
  const stores = createRepositories(deps.database, profile.key, deps.departures);
  const decisions = createDecisionLog({ clock, log, store: stores.decisions });
  const folderStory = createFolderStory(decisions);
  const noteAccount = createAccountStory(decisions);
  const spoolDir = join(dataDir, 'spool');
  const progress = new Map<number, { sentBytes: number; totalBytes: number }>();
  const startDesk = (started: Desk) =>
    started.start({ uploads: deps.work === 'all', reading: deps.work === 'all' || deps.work === 'reading' });

  const network = createNetwork({ clock, log, ...(ports.proxies && { proxies: ports.proxies }) });
  const account = createAccount({
    profile,
    clock,
    secrets: ports.secrets,
    browser: profile.kind === 'demo' ? followingBrowser : ports.browser,
    log,
    fetch: network.fetch,
    refreshLock: (work) => withLock(join(dataDir, `refresh-${profile.key}.lock`), clock, work),
  });
  const client = createFlightClient({ profile, clock, network, userAgent: `PilotCompanion/${deps.version}` });
  const probe = createEmulatorProbe({ address: profile.address, clock, onChange: () => deps.onChange() });
  /** Nothing waits for the answer: it only says more of what is shown. */
  const lookForEmulator = () => void (profile.kind === 'service' && deps.work !== 'none' && probe.look());

  let desk: Desk | null = null;
  /** The last desk has ended: two must not send at once. */
  let deskEnded: Promise<unknown> = Promise.resolve();
  let accountId: number | null = stores.accounts.current(profile.key)?.id ?? null;
  let signedInSince: number | null = null;
  let isStopping = false;

  const jobStrips = (ids: Iterable<number>) => [...ids].map(jobStripId);
  let shownHold = '';
  /** What holds all reports back stands on each of them, far back too; otherwise only the next departures move. */
  function onState() {
    const why = gate();
    const hold = `${stores.switches.isPaused()} ${why?.kind ?? ''} ${why?.needs ?? ''}`;
    const isOther = hold !== shownHold;
    shownHold = hold;
    deps.onChange(isOther ? waitingStrips() : plannedStrips());
  }

  /** Waiting strips whose departure moves with every answer; those that are far back show theirs when they are looked at. */
  function plannedStrips() {
    return jobStrips(stores.jobs.waitingIds(accountId, 60));
  }

  /** All that wait: whose they are is drawn anew when somebody signs in or out. */
  const waitingStrips = () => jobStrips(stores.jobs.idsOf('waiting', 500));

  function openDesk(id: number): Desk {
    return createDesk({
      clock,
      log,
      accountId: id,
      serviceName: profile.name,
      spoolDir,
      stores,
      client,
      tokens: {
        accessToken: () => account.accessToken(),
        rejected: (value) => account.rejected(value),
        accepted: (value) => account.accepted(value),
      },
      isSignedIn: () => account.identity() !== null,
      maxFileBytes: deps.maxFileBytes,
      noteSent(job) {
        const folder = job.source.kind === 'folder' && job.originalPath ? folders.folderOf(job.originalPath) : null;
        if (!folder || folder.rules.afterUpload.kind === 'leave') return;
        stores.putAway.note(job.id, folder.id, folder.rules.afterUpload, clock.now());
      },
      onJobs(ids) {
        putAway.wake();
        for (const jobId of ids) if (stores.jobs.byId(jobId)?.state !== 'departing') progress.delete(jobId);
        deps.onChange([...jobStrips(ids), ...plannedStrips()]);
      },
      onFlights(ids) {
        deps.onChange(
          ids.flatMap((flightId) => stripIdsOfFlight(stores.jobs.byFlight(id, flightId)?.id ?? null, flightId)),
        );
      },
      onProgress(jobId, sentBytes, totalBytes) {
        progress.set(jobId, { sentBytes, totalBytes });
        deps.onProgress(jobStripId(jobId), sentBytes, totalBytes);
      },
      onState,
    });
  }

  /** The account changed: the desk follows it. */
  function onAccount() {
    if (isStopping) return;
    if (deps.work !== 'none') noteAccount(account.state());
    const identity = account.identity();
    const state = account.state();
    // While a sign-in is under way it is not settled yet who it is.
    if (identity && state.status === 'signed-in') {
      const { since } = state;
      const isSameSignIn = since === signedInSince;
      // False where the service named a pilot late who has an account already: that one goes on.
      let isNamed = true;
      if (
        isSameSignIn &&
        accountId !== null &&
        identity.subject !== null &&
        stores.accounts.byId(accountId)?.subject === null
      ) {
        isNamed = stores.accounts.learnName(profile.key, accountId, { subject: identity.subject, name: identity.name });
      }
      if (!isSameSignIn || !isNamed || desk?.accountId !== accountId) {
        signedInSince = since;
        const unnamed = isNamed ? null : accountId;
        takeOver(stores.accounts.signedIn(profile.key, identity, clock.now()).id, (id) => {
          if (unnamed !== null) handOn(unnamed, id, since);
        });
      }
    }
    // What the renewal met has passed: reports need not wait for their next try.
    const held = desk?.uploader.gate()?.failure.kind;
    if (held === 'application-refused' && state.status === 'signed-in' && state.concern === null)
      desk?.uploader.wake({ afresh: true });
    onState();
  }

  /** What could not be written down (a full disk) must not stop a sign-in or a renewal: it is followed when there is room. */
  let isAccountBehind = false;
  function followAccount() {
    try {
      onAccount();
      isAccountBehind = false;
    } catch (error) {
      isAccountBehind = true;
      log.warn('what became of the sign-in could not be written down', { error: String(error) });
    }
  }

  /** What was taken and sent during this sign-in, before the service said whose it is. */
  function handOn(unnamed: number, id: number, since: number) {
    const ids = stores.inTransaction(() => {
      const handed = stores.jobs.handOn(unnamed, id, since, clock.now());
      stores.flights.handOn(unnamed, id);
      return handed;
    });
    deps.onChange(jobStrips(ids));
  }

  function closeDesk(): Promise<unknown> {
    const left = desk;
    desk = null;
    if (left) deskEnded = Promise.allSettled([deskEnded, left.stop()]);
    return deskEnded;
  }

  function takeOver(id: number, beforeWork: (id: number) => void) {
    accountId = id;
    stores.inTransaction(() => stores.jobs.adoptOrphans(id, clock.now()));
    if (desk?.accountId !== id) {
      const ended = closeDesk();
      const opened = openDesk(id);
      desk = opened;
      void ended.then(() => {
        try {
          beforeWork(id);
        } catch (error) {
          log.error('reports of a sign-in could not be handed on', { error: String(error) });
        }
        if (desk === opened && !isStopping) startDesk(opened);
      });
    }
    desk.refresh();
    // Other pilots' reports show whose they are.
    deps.onChange(waitingStrips());
  }

  /** Why no report leaves now: nothing can be written down, nobody is signed in, or what the last attempt met. */
  function gate(): Failure | null {
    const disk = deps.diskConcern();
    if (disk) return disk;
    if (account.identity() === null) {
      const state = account.state();
      return (state.status === 'signed-out' && state.reason?.needs ? state.reason : null) ?? failures.signInNeeded();
    }
    const held = desk?.uploader.gate();
    if (!held) return null;
    const { failure, until } = held;
    // By the wall clock as it stands now: it may have been set since.
    const retryAt = Math.round(clock.now() + Math.max(0, until - clock.monotonic()));
    return failure.retryAt === undefined ? failure : { ...failure, retryAt };
  }

  const takeIn = createIntake({
    clock,
    spoolDir,
    jobs: stores.jobs,
    happenings: stores.happenings,
    accountId: () => accountId,
    maxFileBytes: deps.maxFileBytes,
    inTransaction: stores.inTransaction,
    onTaken(jobIds) {
      desk?.uploader.wake();
      deps.onChange([...jobStrips(jobIds), ...plannedStrips()]);
    },
  });

  /** Intake, with what it decided in the log. */
  const intake: Intake = {
    ...takeIn,
    async take(file, source) {
      const outcome = await takeIn.take(file, source);
      const known = outcome.kind === 'already-taken' ? stores.jobs.byId(outcome.jobId) : null;
      decisions.record(decidedByIntake(file, outcome, known));
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
    desk: () => desk,
    accountId: () => accountId,
    gate,
    canShowFile: ports.desktop.showFile !== undefined,
    progress: (jobId) => progress.get(jobId) ?? null,
  });

  const putAway = createPutAway({
    clock,
    log,
    store: stores.putAway,
    folders: stores.folders,
    happenings: stores.happenings,
    inTransaction: stores.inTransaction,
    trash: ports.desktop.trash,
    onChange: (jobId) => deps.onChange([jobStripId(jobId)]),
  });

  const takeFile = createHandOver({ clock, stores, intake });
  const folders = createWatchedFolders({
    clock,
    log,
    profileKey: profile.key,
    folders: stores.folders,
    putAway: stores.putAway,
    intake,
    canTrash: ports.desktop.trash !== undefined,
    isWatching: deps.work === 'all',
    onNoted: () => putAway.wake(),
    decided: (some) => decisions.recordAll(some.map(decidedByLook).filter((one) => one !== null)),
    onChange() {
      if (deps.work === 'all') noteFolders();
      deps.onChange();
    },
  });

  const noteFolders = () =>
    folderStory.note(folders.states(), new Set(stores.folders.list(profile.key).map((folder) => folder.id)));

  const previews = createPreviews({
    clock,
    stores,
    profileKey: profile.key,
    accountId: () => accountId,
    maxFileBytes: deps.maxFileBytes,
  });

  const undoAccount = account.subscribe(followAccount);

  return {
    profile,
    stores,
    decisions,
    account,
    board,
    gate,
    spoolDir,
    desk: () => desk,
    accountId: () => accountId,
    takeFile,
    folders,
    isWatching: deps.work === 'all',
    previewFolder: previews.folder,
    previewFiles: previews.files,
    isDemonstration: () => profile.kind !== 'service' || probe.isEmulator(),

    async start() {
      lookForEmulator();
      if (deps.work === 'all') sweep.start();
      await account.start();
      if (deps.work !== 'none') noteAccount(account.state());
      if (account.identity()) followAccount();
      else if (accountId !== null) {
        // Signed out since: what is known of this pilot is still shown, and reports go on waiting.
        desk = openDesk(accountId);
        startDesk(desk);
      }
      folders.start();
      if (deps.work === 'all') putAway.wake();
      deps.onChange();
    },

    async signIn(): Promise<Result<null>> {
      lookForEmulator();
      const result = await account.signIn();
      return result.ok ? ok(null) : result;
    },
    async signOut(): Promise<Result<null>> {
      const result = await account.signOut();
      if (!result.ok) return result;
      if (accountId !== null) stores.accounts.signedOut(accountId);
      // At once: whoever signs in while the last call ends has a desk of their own.
      accountId = null;
      signedInSince = null;
      await closeDesk();
      deps.onChange(waitingStrips());
      return ok(null);
    },

    /** The pilot says so, or has mended what was in the way. */
    tryAgain() {
      account.tryAgain();
      desk?.uploader.wake({ afresh: true });
    },
    /** The machine woke, the network came back, a window came to the front: look at everything anew. */
    refresh(options: { interrupt?: boolean } = {}) {
      // What slept, or came from another network, leads nowhere: the next calls begin with connections of their own.
      network.renew();
      account.tryAgain();
      if (isAccountBehind) followAccount();
      if (options.interrupt) desk?.interrupt();
      desk?.refresh();
      folders.rescan();
      putAway.wake();
      lookForEmulator();
    },
    /** Another process wrote to the database. */
    onForeignChange() {
      desk?.uploader.wake();
      folders.followStored();
      const states = ['waiting', 'departing', 'unconfirmed', 'refused', 'held'] as const;
      const shown = states.flatMap((state) => stores.jobs.idsOf(state, 200));
      const open = accountId === null ? [] : stores.flights.open(accountId).slice(0, 100);
      deps.onChange([
        ...jobStrips(shown),
        ...open.flatMap((flight) =>
          stripIdsOfFlight(stores.jobs.byFlight(accountId!, flight.id)?.id ?? null, flight.id),
        ),
      ]);
    },
    /** What may hold all reports back has changed. */
    onState,
    noteStrips: (ids: Iterable<string>) => deps.onChange(ids),

    async stop() {
      isStopping = true;
      probe.stop();
      undoAccount();
      await folders.stop();
      await putAway.stop();
      await sweep.stop();
      await closeDesk();
      await account.stop();
      decisions.stop();
      await network.stop();
    },
  };
}
