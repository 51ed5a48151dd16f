// The timers of a clock, by due time and then by insertion: a sorted array, because most are added at its end and taken from
// its start.

export type Due = {
  readonly atMs: number;
  readonly fire: () => void;
};

type DueQueue = {
  first(): Due | undefined;
  add(due: Due): void;
  /** No effect if it is not in the queue. */
  remove(due: Due): void;
  clear(): void;
};

export function createDueQueue(): DueQueue {
  let dues: Due[] = [];

  /** The place before the first one that is due later than `atMs`. */
  const placeAfter = (atMs: number): number => {
    let [low, high] = [0, dues.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (dues[middle]!.atMs <= atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    first: () => dues[0],
    add(due) {
      dues.splice(placeAfter(due.atMs), 0, due);
    },
    remove(due) {
      const at = dues.indexOf(due);
      if (at !== -1) dues.splice(at, 1);
    },
    clear() {
      dues = [];
    },
  };
}
