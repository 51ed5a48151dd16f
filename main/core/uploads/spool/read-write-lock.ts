// Shared and exclusive work. Once exclusive work is requested, no shared work starts; it runs when all shared work has
// ended. Exclusive work runs one after the other.
type ReadWriteLock = {
  /** Starts once no exclusive work is requested. Settles as `work` does. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Starts once no shared work runs. Settles as `work` does. */
  exclusive<T>(work: () => T | Promise<T>): Promise<T>;
};

export function createReadWriteLock(): ReadWriteLock {
  let atWork = 0;
  let onIdle = () => {};
  /** Settles when the last requested exclusive work has ended; null if there is none. */
  let wanted: Promise<unknown> | null = null;

  async function alone<T>(before: Promise<unknown> | null, work: () => T | Promise<T>): Promise<T> {
    await before;
    if (atWork > 0) await new Promise<void>((resolve) => void (onIdle = resolve));
    return work();
  }

  return {
    async run(work) {
      for (let asked = wanted; asked !== null; asked = wanted) await asked;
      atWork += 1;
      try {
        return await work();
      } finally {
        atWork -= 1;
        if (atWork === 0) onIdle();
      }
    },
    exclusive(work) {
      const mine = alone(wanted, work);
      const ended: Promise<unknown> = mine
        .catch(() => {})
        .then(() => {
          if (wanted === ended) wanted = null;
        });
      wanted = ended;
      return mine;
    },
  };
}
