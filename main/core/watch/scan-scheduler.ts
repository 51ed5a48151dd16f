// When a folder is looked at: looks run one after the other, at the whole folder or at undecided files alone.
// Many wishes for the same look before it begins are one look, and a folder that lists slowly is listed less often.
import { createSerialQueue } from '../platform/serial-queue.ts';
import type { Clock, Logger } from '../platform/ports.ts';

type ScanScheduler = {
  /**
   * Something may have changed. Where it has a name, in a moment a look at what is undecided, and a whole one when its
   * turn comes; where it has none, only a whole one can tell.
   */
  hint(hasName: boolean): void;
  /** A look at what is undecided after `delayMs`, or sooner where one is planned. */
  again(delayMs: number): void;
  /** A whole look as soon as the present one is done. Never rejects. */
  whole(): Promise<void>;
  stop(): Promise<void>;
};

/** Hints come in bursts: fifty files are one look. */
const HINT_MS = 40;
/** At most a tenth of the time goes into listing where nothing else can tell what happened. */
const LISTING_SHARE = 10;
/** And a fiftieth where hints tell, which may have left something out: of many at once the system drops some in silence. */
const AFTER_NAMED_MS = 1_000;
const AFTER_NAMED_SHARE = 50;
/** And a thousandth where nothing was heard at all: to list takes the processor twice as long as the clock says. */
const QUIET_SHARE = 1_000;
/** However long a listing took: a machine that slept in the middle of it has not listed for hours. */
const MAX_PAUSE_MS = 300_000;

export function createScanScheduler(deps: {
  readonly clock: Clock;
  readonly log: Logger;
  readonly slowMs: number;
  /** Whether hints come: a folder without them is looked at more often. */
  isHinted(): boolean;
  /** Says how long the listing of the whole took, in ms; null where it was not listed. */
  look(isWhole: boolean): Promise<number | null>;
}): ScanScheduler {
  const { clock, log } = deps;
  let stopped = false;
  const runExclusive = createSerialQueue();
  let listingMs = 0;
  const waiting: { whole: Promise<void> | null; part: Promise<void> | null } = { whole: null, part: null };
  const planned = new Map<'slow' | 'hint' | 'again', { atMs: number; undo: () => void }>();

  function plan(what: 'slow' | 'hint' | 'again', delayMs: number, action: () => void) {
    if (stopped) return;
    const atMs = clock.monotonic() + delayMs;
    const present = planned.get(what);
    if (present && present.atMs <= atMs) return;
    present?.undo();
    const fire = () => {
      planned.delete(what);
      action();
    };
    planned.set(what, { atMs, undo: clock.schedule(delayMs, fire) });
  }

  const pause = (leastMs: number, share: number) => Math.max(leastMs, Math.min(MAX_PAUSE_MS, listingMs * share));

  function enqueue(kind: 'whole' | 'part'): Promise<void> {
    const present = waiting[kind];
    if (present) return present;
    const next = runExclusive(async () => {
      waiting[kind] = null;
      if (!stopped) await run(kind === 'whole');
    });
    waiting[kind] = next;
    return next;
  }

  async function run(isWhole: boolean) {
    try {
      listingMs = (await deps.look(isWhole)) ?? listingMs;
    } catch (error) {
      // A bug, or a ledger that could not be written: the next look tries again, and the watch goes on.
      log.error('a look at a watched folder broke off', { error });
    }
    if (!isWhole) return;
    planned.get('slow')?.undo();
    planned.delete('slow');
    const share = deps.isHinted() ? QUIET_SHARE : LISTING_SHARE;
    plan('slow', pause(deps.slowMs, share), () => void enqueue('whole'));
  }

  return {
    hint(hasName) {
      const wholeMs = hasName ? pause(AFTER_NAMED_MS, AFTER_NAMED_SHARE) : pause(HINT_MS, LISTING_SHARE);
      plan('hint', wholeMs, () => void enqueue('whole'));
      if (hasName || wholeMs > HINT_MS) plan('again', HINT_MS, () => void enqueue('part'));
    },
    again: (delayMs) => plan('again', delayMs, () => void enqueue('part')),
    whole: () => enqueue('whole'),
    async stop() {
      stopped = true;
      for (const { undo } of planned.values()) undo();
      planned.clear();
      await runExclusive(async () => {});
    },
  };
}
