// Many work at a time; but once one has asked for quiet nobody begins, and it begins when nobody works any more. Those who
// ask for quiet are served one after the other.
type ReadWriteLock = {
  /** Begins as soon as nobody wants quiet. Settles as `work` does. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Begins as soon as nobody works. Settles as `work` does. */
  exclusive<T>(work: () => T | Promise<T>): Promise<T>;
};

export function createReadWriteLock(): ReadWriteLock {
  let atWork = 0;
  let onQuiet = () => {};
  /** Settles when the last who asked so far has had it; null while nobody wants it. */
  let wanted: Promise<unknown> | null = null;

  async function alone<T>(before: Promise<unknown> | null, work: () => T | Promise<T>): Promise<T> {
    await before;
    if (atWork > 0) await new Promise<void>((resolve) => void (onQuiet = resolve));
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
        if (atWork === 0) onQuiet();
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
