import { expect, it } from 'vitest';
import { repeatedLines, skippedLines } from '../../../scripts/test/notes-reporter.mjs';

it('lists skipped tests with their reason, or by a title that contains it', () => {
  const lines = skippedLines([
    { fullName: 'a disk > that is full', result: () => ({ note: 'only root may mount one\nand more of it' }) },
    { fullName: 'Electron is missing', result: () => ({}) },
  ]);
  expect(lines).toEqual(['Skipped: Electron is missing', 'Skipped: a disk > that is full [only root may mount one]']);
});

it('lists tests that passed in a second try', () => {
  const lines = repeatedLines([
    { fullName: 'the window > opens', diagnostic: () => ({ flaky: true }) },
    { fullName: 'the window > closes', diagnostic: () => ({ flaky: false }) },
    { fullName: 'the window > never ran', diagnostic: () => undefined },
  ]);
  expect(lines).toEqual(['Passed in a second try: the window > opens']);
});
