import { describe, expect, it } from 'vitest';
import { judgeClone } from '../../scripts/test/clone-state.mjs';

describe('the clone after the tests', () => {
  it.each([
    ['passes where it is as it was, also with what a person was at', [' M README.md'], [' M README.md'], 1, 0],
    ['fails for a file that a test left behind', [], ['?? diagnostics.json'], 0, 1],
    ['fails for a file that a test wrote over', [' M README.md'], [' M README.md', ' M package.json'], 0, 1],
    ['fails for a file of a person that a test took away', ['?? notes.txt'], [], 0, 1],
    ['is left out where git is not here', undefined, undefined, 0, 0],
  ])('%s', (_, before, after, passed, failed) => {
    expect(judgeClone(before, after).tally).toMatchObject({ passed, failed });
  });

  it('names what is there now and was not before', () => {
    expect(judgeClone([], ['?? diagnostics.json']).words).toContain('now     ?? diagnostics.json');
  });
});
