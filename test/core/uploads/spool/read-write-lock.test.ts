import { expect, it } from 'vitest';
import { createReadWriteLock } from '../../../../main/core/uploads/spool/spool.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

function scene() {
  const quiet = createReadWriteLock();
  const log: string[] = [];
  const begun = (name: string) => {
    const work = Promise.withResolvers<void>();
    return {
      ...work,
      begin: async () => {
        log.push(name);
        await work.promise;
        log.push(`${name} ended`);
      },
    };
  };
  return { quiet, log, begun };
}

it('shared holders run concurrently without an exclusive one', async () => {
  const { quiet, log, begun } = scene();
  const [one, other] = [begun('one'), begun('other')];
  void quiet.run(one.begin);
  void quiet.run(other.begin);
  await settled();
  expect(log).toEqual(['one', 'other']);
});

it('an exclusive holder waits for shared ones, and later ones wait for it, one after the other', async () => {
  const { quiet, log, begun } = scene();
  const [one, first, second, late] = [begun('one'), begun('first'), begun('second'), begun('late')];
  void quiet.run(one.begin);
  void quiet.exclusive(first.begin);
  void quiet.run(late.begin);
  void quiet.exclusive(second.begin);
  await settled();
  expect(log).toEqual(['one']);
  one.resolve();
  await settled();
  expect(log.splice(0)).toEqual(['one', 'one ended', 'first']);
  first.resolve();
  await settled();
  expect(log.splice(0)).toEqual(['first ended', 'second']);
  second.resolve();
  await settled();
  expect(log).toEqual(['second ended', 'late']);
});

it('rejects with the error of the work, and continues', async () => {
  const { quiet, log, begun } = scene();
  await expect(quiet.run(() => Promise.reject(new Error('one')))).rejects.toThrow('one');
  const thrown = quiet.exclusive(() => {
    throw new Error('two');
  });
  await expect(thrown).rejects.toThrow('two');
  const [next, last] = [begun('next'), begun('last')];
  next.resolve();
  await quiet.exclusive(next.begin);
  last.resolve();
  await quiet.run(last.begin);
  expect(log).toEqual(['next', 'next ended', 'last', 'last ended']);
});
