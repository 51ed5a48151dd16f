// Each limit of the reconciliation rule, on both sides.
import { describe, expect, test } from 'vitest';
import { stalledMs, mustBeStillMs, stillWithHoleMs } from '../../../main/core/watch/reconcile.ts';
import { verbatim } from '../../../main/messages/message.ts';
import { decisions, entry, file, now, reading } from './circumstances.ts';

const incomplete = { verdict: { kind: 'incomplete' } } as const;

test.each<[string, Parameters<typeof decisions>, object[]]>([
  ['a file that was unchanged for long enough is added', [[file()], { readings: [reading()] }], [{ kind: 'add' }]],
  [
    'one that was not waits for the rest',
    [[file()], { readings: [reading({ stillSinceMs: now - mustBeStillMs + 1 })] }],
    [{ kind: 'wait', againInMs: 1 }],
  ],
  [
    'one with holes has to be unchanged for longer',
    [[file()], { readings: [reading({ hasHole: true, stillSinceMs: now - stillWithHoleMs })] }],
    [{ kind: 'add' }],
  ],
  [
    'one with holes waits for the rest',
    [[file()], { readings: [reading({ hasHole: true, stillSinceMs: now - stillWithHoleMs + 1 })] }],
    [{ kind: 'wait', againInMs: 1 }],
  ],
  [
    'an incomplete one is not called stalled before its time',
    [[file()], { readings: [reading({ ...incomplete, stillSinceMs: now - stalledMs + 1 })] }],
    [{ kind: 'wait', message: null }],
  ],
  [
    'a resting file is read again when its rest is over',
    [[file({ mtimeMs: 1001 })], { readings: [reading({ restUntilMs: now })] }],
    [{ kind: 'read', again: false }],
  ],
  [
    'a resting file waits until then',
    [[file({ mtimeMs: 1001 })], { readings: [reading({ restUntilMs: now + 1 })] }],
    [{ kind: 'wait', againInMs: 1 }],
  ],
  [
    'a resting file that has grown is read immediately',
    [[file({ size: 50_001 })], { readings: [reading({ restUntilMs: now + 1 })] }],
    [{ kind: 'read', again: false }],
  ],
  [
    'an unreadable one waits for the next listing',
    [[file()], { readings: [reading({ notBeforeMs: now + 1, message: verbatim('why') })] }],
    [{ kind: 'wait', againInMs: null, message: verbatim('why') }],
  ],
  [
    'one that is readable again is not held',
    [[file()], { readings: [reading({ notBeforeMs: now })] }],
    [{ kind: 'add' }],
  ],
])('%s', (_, circumstances, decided) => {
  expect(decisions(...circumstances)).toMatchObject(decided);
});

const renamed = file({ path: '/shots/new.png', name: 'new.png' });
test.each([
  [5_000, [{ kind: 'carry-over' }]],
  [5_001, [{ kind: 'read' }]],
])('a file that has been gone for %i ms and comes back under another name: %j', (goneMs, decided) => {
  const absent = new Map([['/shots/shot.png', now - goneMs]]);
  expect(decisions([renamed], { entries: [entry()], absent })).toMatchObject(decided);
});

describe('a file that is gone', () => {
  test('is not matched with a new one of another size or time', () => {
    for (const change of [{ size: 49_999 }, { mtimeMs: 1001 }]) {
      const other = file({ name: 'b.png', path: '/shots/b.png', ...change });
      expect(decisions([other], { entries: [entry({ verdict: 'existing' })] })).toMatchObject([{ kind: 'read' }]);
    }
  });

  test('is not matched with a link or an empty file', () => {
    for (const change of [{ kind: 'link' }, { size: 0 }] as const) {
      const other = file({ name: 'b.png', path: '/shots/b.png', ...change });
      const before = entry({ verdict: 'existing', ...('size' in change ? change : {}) });
      expect(decisions([other], { entries: [before] })).not.toMatchObject([{ kind: 'carry-over' }]);
    }
  });

  test('is not matched with a new one if it was skipped or had another name', () => {
    const renamed = file({ name: 'b.png', path: '/shots/b.png' });
    for (const verdict of ['skipped', 'other-name'] as const) {
      const matched = decisions([renamed], { entries: [entry({ verdict })] }).filter(({ kind }) => kind !== 'forget');
      expect(matched).toMatchObject([{ kind: 'read', file: renamed }]);
    }
  });
});
