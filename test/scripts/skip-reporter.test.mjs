import { expect, it } from 'vitest';
import { skippedLines } from '../../scripts/test/skip-reporter.mjs';

it('what was left out is named with the reason that it gave, or by a title that says why', () => {
  const lines = skippedLines([
    { fullName: 'a disk > that is full', result: () => ({ note: 'only root may mount one\nand more of it' }) },
    { fullName: 'Electron is not here', result: () => ({}) },
  ]);
  expect(lines).toEqual(['Skipped: Electron is not here', 'Skipped: a disk > that is full [only root may mount one]']);
});
