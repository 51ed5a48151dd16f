import { expect, test } from 'vitest';
import { markdownOf, testsOf } from '../../../scripts/test/first-run.mjs';

test('reads how the tests ended', () => {
  const assertionResults = [
    { fullName: ' opens', status: 'passed' },
    { fullName: 'closes', status: 'failed' },
    { fullName: 'flies', status: 'skipped' },
  ];
  expect(testsOf({ testResults: [{ assertionResults }] })).toEqual({
    passed: 1,
    failed: ['closes'],
    skipped: ['flies'],
  });
});

test('writes what was measured, and says what was not', () => {
  const run = {
    date: '2026-11-27',
    commit: 'abc1234',
    versions: { Electron: '45.4.1' },
    system: ['linux', '6.8', 'x64', 'wayland'],
    tests: { passed: 2, failed: ['closes'], skipped: [] },
    startMs: [],
    memoryMb: 300,
    pictures: ['board.png'],
  };
  const text = markdownOf(run);
  expect(text).toContain('| System | linux, 6.8, x64, wayland |');
  expect(text).toContain('| Electron | 45.4.1 |');
  expect(text).toContain('| Start to a shown window | not measured |');
  expect(text).toContain('## Failed\n\n- closes\n');
  expect(text).toContain('![board.png](board.png)');
  expect(text).not.toContain('Skipped\n');
  expect(markdownOf({ ...run, startMs: [900, 700] })).toContain('| 900, 700 ms |');
});
