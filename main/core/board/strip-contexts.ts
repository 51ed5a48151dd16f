// What the strips of a board need beside job and flight: whose they are, whose flights can be read, what holds reports
// back, and when each is planned to upload.
import type { Failure } from '../../contract/failure.ts';
import type { Runway } from '../../contract/state.ts';
import type { Strip } from '../../contract/strip.ts';
import { message, type Name } from '../../messages/message.ts';
import type { FlightBook } from '../flights/flight-book.ts';
import type { RequestScheduler } from '../pacing/request-scheduler.ts';
import type { Clock } from '../platform/ports.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { Repositories } from '../storage/repositories.ts';
import type { BoardView } from '../storage/tables/jobs.ts';
import type { Uploader } from '../uploads/uploader.ts';
import { holdsAll, type StripContext } from './strips.ts';

/** What the board needs of a pilot's workers. */
type BoardWorkers = {
  readonly accountId: number;
  canRead(): boolean | null;
  readonly uploader: Pick<Uploader, 'hold'>;
  readonly scheduler: Pick<RequestScheduler, 'plan'>;
  readonly book: Pick<FlightBook, 'usually'>;
};

export type BoardDeps = {
  clock: Clock;
  stores: Repositories;
  profile: Pick<ServiceProfile, 'key' | 'name' | 'flightPage'>;
  pilots: {
    /** The shown pilot. */
    accountId(): number | null;
    workersOf(accountId: number | null): BoardWorkers | null;
    holdOf(accountId: number | null): Failure | null;
  };
  progress(jobId: number): Strip['progress'];
  canShowFile: boolean;
  /** Whether a process uploads these reports now: without one, no upload has a time. */
  isPlanned(): boolean;
  /** Whether any process on the data folder uploads now. */
  isSending(): boolean;
};

export type StripContexts = ReturnType<ReturnType<typeof createStripContexts>['create']>;

type UploadPlan = Pick<Runway, 'waiting' | 'everyMs' | 'pilots'> & { readonly nextAt: number };

export function createStripContexts(deps: BoardDeps) {
  const { stores, profile, pilots } = deps;
  const { jobs } = stores;

  /** When the account's next report uploads, and from one to the next; null while none does, or while that is not known. */
  function planOf(account: number | null) {
    const workers = pilots.workersOf(account);
    if (!workers || holdsAll(pilots.holdOf(account)) || stores.switches.isPaused() || isLookupPending(workers))
      return null;
    if (!deps.isPlanned()) return null;
    const waiting = jobs.waitingCount(account);
    if (waiting === 0) return null;
    return { waiting, ...workers.scheduler.plan(workers.uploader.hold()?.until ?? Number.NEGATIVE_INFINITY) };
  }

  /** All wait until a lost answer has been looked up, and how long that takes is not known. */
  const isLookupPending = (workers: BoardWorkers) =>
    workers.canRead() === true && jobs.ofAccount(workers.accountId, 'unconfirmed').length > 0;

  const canReadOf = (account: number | null) => pilots.workersOf(account)?.canRead() ?? null;

  /** Whose flights are shown, and which reports are not: those of signed-in pilots whom the pilot did not choose. */
  function view() {
    const shown = pilots.accountId();
    const signedIn = stores.accounts.list(profile.key).map(({ id }) => id);
    const accounts = stores.switches.showsEveryone() ? signedIn : shown === null ? [] : [shown];
    return { shown, signedIn, accounts, hidden: signedIn.filter((id) => !accounts.includes(id)) };
  }

  /** While nobody is shown, that of the pilot who left last. */
  const ownAccount = () => pilots.accountId() ?? stores.accounts.lastUsed(profile.key)?.id ?? null;

  /** What decides which bay a report is in. */
  function boardView(): BoardView & ReturnType<typeof view> {
    const whose = view();
    const known = [whose.shown, ...whose.signedIn].filter((id) => id !== null);
    return {
      ...whose,
      shown: ownAccount(),
      unreadable: known.filter((id) => canReadOf(id) === false),
      // Asked only where it matters: it takes a look at a lock.
      isSending: jobs.idsOf('uploading', 1).length === 0 || deps.isSending(),
    };
  }

  /** What strips need, by account; made once for a batch of them. */
  function createContexts() {
    const seen = boardView();
    const { hidden, shown } = seen;
    const names = pilotNames(stores.accounts, profile);
    const made = new Map<number | null, StripContext>();
    function contextOf(account: number | null): StripContext {
      let planned: { readonly next: ReturnType<typeof planOf> } | null = null;
      const usual = new Map<string, Strip['usually']>();
      const workers = pilots.workersOf(account ?? shown);
      const isSignedOut = account !== null && shown !== null && account !== shown && !names.has(account);
      return {
        canRead: canReadOf(account ?? shown),
        canShowFile: deps.canShowFile,
        hasFlightPages: profile.flightPage !== '',
        hold: pilots.holdOf(account ?? shown),
        hasPilot: pilots.accountId() !== null,
        whose: {
          pilot:
            account !== null && (names.size > 1 || isSignedOut)
              ? {
                  id: account,
                  name: names.get(account) ?? formerName(stores.accounts, profile, account),
                  isSignedOut,
                }
              : null,
          isShown: account === null || !hidden.includes(account),
        },
        uploadsAt(id) {
          planned ??= { next: planOf(account) };
          const { next } = planned;
          return next && next.nextAt + jobs.waitingAhead(account, id) * next.everyMs;
        },
        progress: deps.progress,
        usually(stage) {
          if (!usual.has(stage)) usual.set(stage, workers?.book.usually(stage) ?? null);
          return usual.get(stage) ?? null;
        },
      };
    }
    return {
      seen,
      of(account: number | null): StripContext {
        const found = made.get(account) ?? contextOf(account);
        made.set(account, found);
        return found;
      },
    };
  }

  /** When the next report of the shown pilots uploads, how many wait, and how far apart they are on average. */
  function plan(): UploadPlan | null {
    const { accounts } = view();
    const planned = accounts.flatMap((id) => {
      const own = planOf(id);
      return own === null ? [] : [{ id, own }];
    });
    const plans = planned.map(({ own }) => own);
    if (accounts.length < 2 || plans[0] === undefined) return plans[0] ?? null;
    const waiting = plans.reduce((sum, one) => sum + one.waiting, 0);
    const nextAt = Math.min(...plans.map((one) => one.nextAt));
    const lastAt = Math.max(...plans.map((one) => one.nextAt + (one.waiting - 1) * one.everyMs));
    return {
      waiting,
      nextAt,
      everyMs: waiting === 1 ? plans[0].everyMs : (lastAt - nextAt) / (waiting - 1),
      pilots: planned.map(({ id, own }) => ({ id, nextAt: own.nextAt, everyMs: own.everyMs })),
    };
  }

  /** Pilots who are signed out, and how many reports wait for a sign-in. */
  function signedOut() {
    const shown = ownAccount();
    const names = pilotNames(stores.accounts, profile);
    return jobs
      .unfinishedByAccount()
      .filter(({ id }) => id !== shown && !names.has(id))
      .map((one) => ({ ...one, name: formerName(stores.accounts, profile, one.id) }));
  }

  return { view, seen: boardView, plan, signedOut, create: createContexts };
}

type NamedProfile = Pick<ServiceProfile, 'key' | 'name'>;

const nameOf = (name: string | null, profile: NamedProfile, n: number): Name =>
  name ?? message('shared.pilotAt', { service: profile.name, n });

/** The name of a pilot who is signed out. */
const formerName = (accounts: Pick<Repositories['accounts'], 'byId'>, profile: NamedProfile, id: number): Name =>
  nameOf(accounts.byId(id)?.name ?? null, profile, 1);

/** The name of a pilot who is signed in or was. */
export const pilotName = (
  accounts: Pick<Repositories['accounts'], 'list' | 'byId'>,
  profile: NamedProfile,
  id: number,
) => pilotNames(accounts, profile).get(id) ?? formerName(accounts, profile, id);

/** The names of the signed-in pilots, by account. Pilots whom the service does not name are numbered. */
export function pilotNames(accounts: Pick<Repositories['accounts'], 'list'>, profile: NamedProfile) {
  let unnamed = 0;
  const named = accounts.list(profile.key).map(({ id, name }) => {
    if (name === null) unnamed += 1;
    return [id, nameOf(name, profile, unnamed)] as const;
  });
  return new Map<number, Name>(named);
}
