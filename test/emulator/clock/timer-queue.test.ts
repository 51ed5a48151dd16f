import { fc } from '../../support/fast-check.ts';
import { expect, it } from 'vitest';
import { createDueQueue } from '../../../emulator/clock/clock.ts';
import type { Due } from '../../../emulator/clock/clock.ts';

it('returns due timers by time and insertion order, without cancelled ones', () => {
  const times = fc.array(fc.record({ atMs: fc.nat(50), isTakenBack: fc.boolean() }), { maxLength: 400 });
  fc.assert(
    fc.property(times, (given) => {
      const queue = createDueQueue();
      const dues = given.map(({ atMs, isTakenBack }) => ({ atMs, isTakenBack, fire: () => undefined }));
      for (const due of dues) queue.add(due);
      for (const due of dues) if (due.isTakenBack) queue.remove(due);
      const got: Due[] = [];
      for (let first = queue.first(); first !== undefined; first = queue.first()) {
        got.push(first);
        queue.remove(first);
        queue.remove(first);
      }
      const left = dues.filter(({ isTakenBack }) => !isTakenBack);
      expect(got).toEqual(left.toSorted((one, other) => one.atMs - other.atMs));
    }),
  );
});
