// What is due later, the earliest first, and of the same moment in the order in which it came: a binary heap, so that a
// world of 100,000 flights that wait costs no more than it must. What is taken back stays in it unseen until it would be
// the first, or until half of all is like that.

export interface Due {
  readonly atMs: number;
  readonly fire: () => void;
}

export interface DueQueue {
  first(): Due | undefined;
  add(due: Due): void;
  /** Nothing where it is not in there, or not any more. */
  remove(due: Due): void;
  clear(): void;
}

interface Place {
  readonly due: Due;
  readonly number: number;
}

export function createDueQueue(): DueQueue {
  let heap: Place[] = [];
  let waiting = new Set<Due>();
  let lastNumber = 0;

  const sink = () => {
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      const child = right < heap.length && isBefore(heap[right]!, heap[left]!) ? right : left;
      if (child >= heap.length || isBefore(last, heap[child]!)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
  };

  const tidy = () => {
    while (heap.length > 0 && !waiting.has(heap[0]!.due)) sink();
    if (heap.length <= 2 * waiting.size + 64) return;
    // In order, it is a heap again.
    heap = heap
      .filter(({ due }) => waiting.has(due))
      .sort((one, other) => one.due.atMs - other.due.atMs || one.number - other.number);
  };

  return {
    first: () => heap[0]?.due,
    add(due) {
      const place = { due, number: ++lastNumber };
      waiting.add(due);
      let at = heap.length;
      for (; at > 0;) {
        const above = (at - 1) >> 1;
        if (!isBefore(place, heap[above]!)) break;
        heap[at] = heap[above]!;
        at = above;
      }
      heap[at] = place;
    },
    remove(due) {
      if (waiting.delete(due)) tidy();
    },
    clear() {
      heap = [];
      waiting = new Set();
    },
  };
}

const isBefore = (one: Place, other: Place): boolean =>
  one.due.atMs < other.due.atMs || (one.due.atMs === other.due.atMs && one.number < other.number);
