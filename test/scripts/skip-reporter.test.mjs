import { expect, it } from 'vitest';
import { skippedLines } from '../../scripts/test/skip-reporter.mjs';

it('lists skipped tests with their reason, or by a title that gives it', () => {
  const lines = skippedLines([
    { fullName: 'a disk > that is full', result: () => ({ note: 'only root may mount one\nand more of it' }) },
    { fullName: 'Electron is missing', result: () => ({}) },
  ]);
  expect(lines).toEqual(['Skipped: Electron is missing', 'Skipped: a disk > that is full [only root may mount one]']);
});
