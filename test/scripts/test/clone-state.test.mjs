import { expect, it } from 'vitest';
import { judgeClone } from '../../../scripts/test/clone-state.mjs';

it.each([
  ['passes if nothing changed, even with uncommitted work', [' M README.md'], [' M README.md'], 1, 0],
  ['fails for a leftover file of a test', [], ['?? diagnostics.json'], 0, 1],
  ['fails for a file that a test overwrote', [' M README.md'], [' M README.md', ' M package.json'], 0, 1],
  ['fails for a file that a test removed', ['?? notes.txt'], [], 0, 1],
  ['is skipped without git', undefined, undefined, 0, 0],
])('the clone after the tests %s', (_, before, after, passed, failed) => {
  expect(judgeClone(before, after).tally).toMatchObject({ passed, failed });
});
