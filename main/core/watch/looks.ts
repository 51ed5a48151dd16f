// When a folder is looked at: looks run one after the other, at the whole folder or at undecided files alone.
// Many wishes for the same look before it begins are one look, and a folder that lists slowly is listed less often.
import type { Clock, Logger } from '../ports.ts';

export type Looks = {
  /** Something may have changed: in a moment a look at what is undecided, and a whole one when its turn comes. */
  hint(): void;
  /** A look at what is undecided after `delayMs`, or sooner where one is planned. */
  again(delayMs: number): void;
  /** A whole look as soon as the present one is done. Never rejects. */
  whole(): Promise<void>;
  stop(): Promise<void>;
};

/** Hints come in bursts: fifty files are one look. */
const HINT_MS = 40;
/** At most a tenth of the time goes into listing. */
const LISTING_SHARE = 10;

export function createLooks(deps: {
  readonly clock: Clock;
  readonly log: Logger;
  readonly slowMs: number;
  /** Says how long the listing took, in ms. */
  look(isWhole: boolean): Promise<number>;
}): Looks {
  const { clock, log } = deps;
  let stopped = false;
  let last: Promise<void> = Promise.resolve();
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

  function enqueue(kind: 'whole' | 'part'): Promise<void> {
    const present = waiting[kind];
    if (present) return present;
    const next = last.then(async () => {
      waiting[kind] = null;
      if (!stopped) await run(kind === 'whole');
    });
    waiting[kind] = next;
    last = next;
    return next;
  }

  async function run(isWhole: boolean) {
    try {
      const tookMs = await deps.look(isWhole);
      if (isWhole) listingMs = tookMs;
    } catch (error) {
      // A bug, or a ledger that could not be written: the next look tries again, and the watch goes on.
      log.error('a look at a watched folder broke off', { error });
    }
    if (!isWhole) return;
    planned.get('slow')?.undo();
    planned.delete('slow');
    plan('slow', Math.max(deps.slowMs, listingMs * LISTING_SHARE), () => void enqueue('whole'));
  }

  return {
    hint() {
      const wholeMs = Math.max(HINT_MS, listingMs * LISTING_SHARE);
      plan('hint', wholeMs, () => void enqueue('whole'));
      if (wholeMs > HINT_MS) plan('again', HINT_MS, () => void enqueue('part'));
    },
    again: (delayMs) => plan('again', delayMs, () => void enqueue('part')),
    whole: () => enqueue('whole'),
    async stop() {
      stopped = true;
      for (const { undo } of planned.values()) undo();
      planned.clear();
      await last;
    },
  };
}
