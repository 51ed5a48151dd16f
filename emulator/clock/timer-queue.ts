// A priority queue of timers (binary heap), by due time and then by insertion. Cancelled entries stay in the heap until they
// come first, or until they are half of it.

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

type Place = {
  readonly due: Due;
  readonly number: number;
};

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
    // A sorted array is a heap.
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
