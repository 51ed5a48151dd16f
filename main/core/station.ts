// Everything of one profile: its account, its folders, its intake, and the desk of the pilot who is signed in.
import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fetch as undiciFetch } from 'undici';
import type { IntakeAnswer } from '../contract/commands.ts';
import { failed, ok, type Failure, type Result } from '../contract/failure.ts';
import type { FolderState } from '../contract/state.ts';
import type { Source } from '../contract/strip.ts';
import { createAccount } from './account/account.ts';
import { createBoard, stripIdsOfFlight } from './board.ts';
import { createDesk, type Desk } from './desk.ts';
import { failures } from './failures.ts';
import type { BrowserOpener, Ports } from './ports.ts';
import { createRepositories } from './repositories.ts';
import { createFlightClient } from './service/client.ts';
import type { ServiceProfile } from './service/profile.ts';
import type { Database } from './storage/database.ts';
import type { StoredFolder } from './storage/folders.ts';
import { withLock } from './storage/lock.ts';
import { jobStripId } from './strips.ts';
import { createIntake } from './uploads/intake.ts';
import { createPictureCheck, hasReportExtension } from './uploads/picture-check.ts';
import { createFolderWatch, type FolderWatch } from './watch/folder-watcher.ts';

/**
 * `none`: looks on and takes files in. `account`: signs in and out as well. `reading`: also looks at flights.
 * `all`: sends and watches. All but `none` need to be the only process on the data folder.
 */
export type Work = 'none' | 'account' | 'reading' | 'all';

export type Station = ReturnType<typeof createStation>;

export function createStation(deps: {
  ports: Ports;
  database: Database;
  dataDir: string;
  profile: ServiceProfile;
  version: string;
  maxFileBytes(): number;
  /** How much of the work this process does */
  work: Work;
  onChange(stripIds?: Iterable<string>): void;
  onProgress(stripId: string, sentBytes: number, totalBytes: number): void;
}) {
  const { ports, profile, dataDir } = deps;
  const { clock, log } = ports;
  const stores = createRepositories(deps.database, profile.key);
  const spoolDir = join(dataDir, 'spool');
  const progress = new Map<number, { sentBytes: number; totalBytes: number }>();
  const watches = new Map<string, FolderWatch>();
  const isWatching = deps.work === 'all';
  const startDesk = (started: Desk) =>
    started.start({ uploads: deps.work === 'all', reading: deps.work === 'all' || deps.work === 'reading' });

  const account = createAccount({
    profile,
    clock,
    secrets: ports.secrets,
    // The pilot of the demonstration has agreed by choosing it: its consent page answers by itself, without a browser.
    browser: profile.kind === 'demo' ? followingBrowser : ports.browser,
    log,
    fetch: undiciFetch,
    refreshLock: (work) => withLock(join(dataDir, `refresh-${profile.key}.lock`), clock, work),
  });
  const client = createFlightClient({ profile, clock, userAgent: `PilotCompanion/${deps.version}` });

  let desk: Desk | null = null;
  let accountId: number | null = stores.accounts.current(profile.key)?.id ?? null;
  let signedInSince: number | null = null;
  let isStopping = false;

  const jobStrips = (ids: Iterable<number>) => [...ids].map(jobStripId);
  const onState = () => deps.onChange(plannedStrips());

  /** Waiting strips whose departure moves with every answer; those that are far back show theirs when they are looked at. */
  function plannedStrips() {
    return jobStrips(stores.jobs.waitingIds(accountId).slice(0, 60));
  }

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
      onJobs(ids) {
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
        takeOver(stores.accounts.signedIn(profile.key, identity, clock.now()).id);
      }
    }
    deps.onChange(plannedStrips());
  }

  function takeOver(id: number) {
    accountId = id;
    stores.inTransaction(() => stores.jobs.adoptOrphans(id, clock.now()));
    if (desk?.accountId !== id) {
      // The next one begins when the last one has ended: two must not send at once.
      const ended = desk?.stop() ?? Promise.resolve();
      const opened = openDesk(id);
      desk = opened;
      void ended.then(() => {
        if (desk === opened && !isStopping) startDesk(opened);
      });
    }
    desk.refresh();
    // Other pilots' reports show whose they are.
    deps.onChange(
      jobStrips(
        stores.jobs
          .inStates('waiting')
          .slice(0, 500)
          .map((job) => job.id),
      ),
    );
  }

  /** Why no report leaves now: nobody is signed in, or what the last attempt met. */
  function gate(): Failure | null {
    if (account.identity() === null) {
      const state = account.state();
      return (state.status === 'signed-out' && state.reason?.needs ? state.reason : null) ?? failures.signInNeeded();
    }
    return desk?.uploader.gate()?.failure ?? null;
  }

  const intake = createIntake({
    clock,
    spoolDir,
    jobs: stores.jobs,
    happenings: stores.happenings,
    accountId: () => accountId,
    maxFileBytes: deps.maxFileBytes,
    inTransaction: stores.inTransaction,
    onTaken(jobId) {
      desk?.uploader.wake();
      deps.onChange([jobStripId(jobId), ...plannedStrips()]);
    },
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

  async function takeFile(
    file: { path: string; name: string },
    source: Source,
  ): Promise<IntakeAnswer & { failure: Failure | null }> {
    const outcome = await intake.take(file, source);
    switch (outcome.kind) {
      case 'taken':
        return {
          name: file.name,
          outcome: 'taken',
          stripId: jobStripId(outcome.jobId),
          words: outcome.held?.words ?? 'Safe in the queue.',
          failure: outcome.held,
        };
      case 'already-taken': {
        stores.happenings.add({ jobId: outcome.jobId }, clock.now(), 'taken-again');
        const flightId = stores.jobs.byId(outcome.jobId)?.flightId;
        const words = flightId
          ? `The same picture as flight ${flightId}, so it is not sent twice.`
          : 'The same picture is in the queue already, so it stays one report.';
        return { name: file.name, outcome: 'already-taken', stripId: jobStripId(outcome.jobId), words, failure: null };
      }
      case 'refused':
      case 'later':
        return {
          name: file.name,
          outcome: 'refused',
          stripId: null,
          words: outcome.failure.words,
          failure: outcome.failure,
        };
    }
  }

  function watch(folder: StoredFolder, takeExisting: boolean) {
    const created = createFolderWatch({
      id: folder.id,
      path: folder.path,
      clock,
      log,
      ledger: stores.folders.ledger,
      isFirstLook: !folder.looked,
      takeExistingFirst: takeExisting,
      pictures: { hasReportExtension, createPictureCheck },
      onFirstLookDone: () => stores.folders.markLooked(folder.id),
      async take(file) {
        const outcome = await intake.take(file, { kind: 'folder', folder: folderName(folder.path) });
        if (outcome.kind === 'later') return { outcome: 'later', words: outcome.failure.words, sha256: null };
        // What may be whole or readable a moment later is looked at again: only what it *is* makes a file final.
        if (outcome.kind === 'refused' && ['file-unreadable', 'file-incomplete'].includes(outcome.failure.kind)) {
          return { outcome: 'later', words: outcome.failure.words, sha256: null };
        }
        if (outcome.kind === 'refused')
          return { outcome: 'refused', words: outcome.failure.words, sha256: outcome.sha256 };
        return { outcome: outcome.kind, words: '', sha256: outcome.sha256 };
      },
      onChange: () => deps.onChange(),
    });
    watches.set(folder.id, created);
    return created;
  }

  const undoAccount = account.subscribe(onAccount);

  return {
    profile,
    stores,
    account,
    board,
    gate,
    spoolDir,
    desk: () => desk,
    accountId: () => accountId,
    takeFile,

    async start() {
      if (deps.work === 'all') await intake.sweep();
      await account.start();
      if (account.identity()) onAccount();
      else if (accountId !== null) {
        // Signed out since: what is known of this pilot is still shown, and reports go on waiting.
        desk = openDesk(accountId);
        startDesk(desk);
      }
      if (isWatching) for (const folder of stores.folders.list(profile.key)) watch(folder, false);
      deps.onChange();
    },

    async signIn(): Promise<Result<null>> {
      const result = await account.signIn();
      return result.ok ? ok(null) : result;
    },
    async signOut(): Promise<Result<null>> {
      const result = await account.signOut();
      if (!result.ok) return result;
      if (accountId !== null) stores.accounts.signedOut(accountId);
      await desk?.stop();
      desk = null;
      accountId = null;
      signedInSince = null;
      deps.onChange(
        jobStrips(
          stores.jobs
            .inStates('waiting')
            .slice(0, 500)
            .map((job) => job.id),
        ),
      );
      return ok(null);
    },

    folders(): FolderState[] {
      if (isWatching) return [...watches.values()].map((one) => one.state());
      return stores.folders.list(profile.key).map(lookedOnFolder);
    },
    async addFolder(path: string, existing: boolean): Promise<Result<null>> {
      const absolute = resolve(path);
      const info = await stat(absolute).catch(() => null);
      if (!info) return failed(failures.folderUnavailable(absolute));
      if (!info.isDirectory()) return failed(failures.folderNotAFolder(absolute));
      const real = await realpath(absolute);
      if (stores.folders.list(profile.key).some((folder) => folder.path === real)) {
        return failed(failures.folderAlreadyWatched(real));
      }
      const folder = stores.folders.add(profile.key, real, clock.now());
      if (isWatching) await watch(folder, existing).rescan();
      deps.onChange();
      return ok(null);
    },
    async removeFolder(id: string): Promise<Result<null>> {
      const known = stores.folders.list(profile.key).some((folder) => folder.id === id);
      if (!known) return failed(failures.notFound('That folder'));
      await watches.get(id)?.stop();
      watches.delete(id);
      stores.folders.remove(id);
      deps.onChange();
      return ok(null);
    },
    async takeExisting(id: string): Promise<Result<null>> {
      const found = watches.get(id);
      if (!found) return failed(failures.notFound('That folder'));
      await found.takeExisting();
      return ok(null);
    },

    /** The machine woke, the network came back, a window came to the front: look at everything anew. */
    refresh(options: { interrupt?: boolean } = {}) {
      if (options.interrupt) desk?.interrupt();
      desk?.refresh();
      for (const one of watches.values()) void one.rescan();
    },
    /** Another process wrote to the database. */
    onForeignChange() {
      desk?.uploader.wake();
      const shown = stores.jobs.inStates('waiting', 'departing', 'unconfirmed', 'refused', 'held').slice(0, 200);
      const open = accountId === null ? [] : stores.flights.open(accountId).slice(0, 100);
      deps.onChange([
        ...jobStrips(shown.map((job) => job.id)),
        ...open.flatMap((flight) =>
          stripIdsOfFlight(stores.jobs.byFlight(accountId!, flight.id)?.id ?? null, flight.id),
        ),
      ]);
    },
    onState,
    noteStrips: (ids: Iterable<string>) => deps.onChange(ids),

    async stop() {
      isStopping = true;
      undoAccount();
      await Promise.all([...watches.values()].map((one) => one.stop()));
      await desk?.stop();
      await account.stop();
    },
  };
}

/** Follows the redirects of a consent that is given by itself, up to the loopback address. */
const followingBrowser: BrowserOpener = {
  async open(address) {
    try {
      const answer = await undiciFetch(address, { redirect: 'follow' });
      await answer.text();
      return ok(null);
    } catch {
      return failed(failures.serviceUnreachable('The built-in service'));
    }
  },
};

const folderName = (path: string) => path.split(/[\\/]/).findLast(Boolean) ?? path;

/** A folder as a process sees it that does not watch it itself. */
const lookedOnFolder = (folder: StoredFolder): FolderState => ({
  id: folder.id,
  path: folder.path,
  name: folderName(folder.path),
  status: 'watching',
  taken: 0,
  growing: 0,
  existing: 0,
  passedOver: [],
  concern: null,
});
