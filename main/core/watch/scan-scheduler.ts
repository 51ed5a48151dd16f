// Schedules scans of a folder: one after the other, of the whole folder or of undecided files. Requests for the same
// scan are merged, and a folder that lists slowly is listed less often.
import { createSerialQueue } from '../platform/waits.ts';
import type { Clock, Logger } from '../platform/ports.ts';

type ScanScheduler = {
  /**
   * Something may have changed. With a name: soon a scan of undecided files, and a full one when it is due; without a
   * name, a full one.
   */
  hint(hasName: boolean): void;
  /** A scan of undecided files after `delayMs`, or sooner where one is planned. */
  again(delayMs: number): void;
  /** A full scan as soon as the present one has ended. Never rejects. */
  whole(): Promise<void>;
  stop(): Promise<void>;
};

/** Hints come in bursts: fifty files are one scan. */
const hintMs = 40;
/** At most a tenth of the time goes into listing where no hints come. */
const listingShare = 10;
/** A fiftieth if hints arrive, which may be incomplete: the system silently drops some of a burst. */
const afterNamedMs = 1_000;
const afterNamedShare = 50;
/** A thousandth if no hint arrived: listing takes twice as much processor time as wall time. */
const quietShare = 1_000;
/** A limit for listings during which the machine slept. */
const maxPauseMs = 300_000;

export function createScanScheduler(deps: {
  readonly clock: Clock;
  readonly log: Logger;
  readonly slowMs: number;
  /** Whether hints come: a folder without them is scanned more often. */
  isHinted(): boolean;
  /** Returns how long listing the whole folder took, in ms; null if it was not listed. */
  scan(isWhole: boolean): Promise<number | null>;
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

  const pause = (leastMs: number, share: number) => Math.max(leastMs, Math.min(maxPauseMs, listingMs * share));

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
      listingMs = (await deps.scan(isWhole)) ?? listingMs;
    } catch (error) {
      // A bug, or a ledger that could not be written: the next scan tries again.
      log.error('scanning a watched folder failed', { error });
    }
    if (!isWhole) return;
    planned.get('slow')?.undo();
    planned.delete('slow');
    const share = deps.isHinted() ? quietShare : listingShare;
    plan('slow', pause(deps.slowMs, share), () => void enqueue('whole'));
  }

  return {
    hint(hasName) {
      const wholeMs = hasName ? pause(afterNamedMs, afterNamedShare) : pause(hintMs, listingShare);
      plan('hint', wholeMs, () => void enqueue('whole'));
      if (hasName || wholeMs > hintMs) plan('again', hintMs, () => void enqueue('part'));
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
