// Group commit of copies, in the order in which the files were added. One commit runs at a time, so that two copies of
// one image cannot pass each other.
import type { Clock } from '../../platform/ports.ts';

/** How long a finished copy waits for an earlier one that is not (a source that hangs). */
const patienceMs = 1_000;
/** A transaction blocks the event loop: this many rows take a few milliseconds. */
const mostAtOnce = 32;

type CommitQueue<Ready, Outcome> = {
  /** Takes a place behind all earlier ones. It must be left, by `ready` or by `leave`. */
  join(): number;
  leave(place: number): void;
  /** Resolves with the outcome when it was committed. */
  ready(place: number, item: Ready): Promise<Outcome>;
};

/** @param deps.commit One outcome for each item, in order. An error is passed to all of them. */
export function createCommitQueue<Ready, Outcome>(deps: {
  clock: Clock;
  commit(items: readonly Ready[]): Promise<readonly Outcome[]>;
}): CommitQueue<Ready, Outcome> {
  type Waiting = {
    place: number;
    item: Ready;
    since: number;
    resolve: (outcome: Outcome) => void;
    reject: (error: unknown) => void;
  };
  const { clock } = deps;
  const inProgress = new Set<number>();
  let standing: Waiting[] = [];
  let nextPlace = 0;
  let isCommitting = false;
  let undoPatience = () => {};

  /** Removes and returns the due ones: all earlier ones are finished, or they have waited long enough. */
  function removeDue(): Waiting[] {
    // Places grow, and a set keeps the order of insertion.
    const firstInProgress = inProgress.values().next().value ?? Number.POSITIVE_INFINITY;
    const latest = clock.monotonic() - patienceMs;
    const isDue = ({ place, since }: Waiting) => place < firstInProgress || since <= latest;
    const due = standing
      .filter(isDue)
      .toSorted((a, b) => a.place - b.place)
      .slice(0, mostAtOnce);
    const isRemoved = new Set(due);
    standing = standing.filter((one) => !isRemoved.has(one));
    return due;
  }

  async function work() {
    if (isCommitting) return;
    isCommitting = true;
    for (let due = removeDue(); due.length > 0; due = removeDue()) {
      try {
        const outcomes = await deps.commit(due.map(({ item }) => item));
        due.forEach(({ resolve }, index) => resolve(outcomes[index]!));
      } catch (error) {
        for (const { reject } of due) reject(error);
      }
    }
    isCommitting = false;
    undoPatience();
    if (standing.length > 0) undoPatience = clock.schedule(patienceMs, () => void work());
  }

  function leave(place: number) {
    if (inProgress.delete(place)) void work();
  }

  return {
    join() {
      nextPlace += 1;
      inProgress.add(nextPlace);
      return nextPlace;
    },
    leave,
    ready(place, item) {
      inProgress.delete(place);
      return new Promise((resolve, reject) => {
        standing.push({ place, item, since: clock.monotonic(), resolve, reject });
        void work();
      });
    },
  };
}
