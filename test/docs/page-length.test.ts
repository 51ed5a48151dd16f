// A page for users stays below 2,000 words. Reference and evidence are exempt: they grow with their subject.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../architecture/source-files.ts';
import { pages } from './pages.ts';

const mostWords = 2_000;
const exempt: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'every change since the last version',
  'docs/pilots/cli.md': 'reference, generated from the command table',
  'docs/evidence/emulator-proofs.md': 'each claim with its test',
  'docs/emulator/reference.md': 'reference, generated from the contract',
};

const readPages = pages().filter(({ path }) => !Object.hasOwn(exempt, path));

test.each(readPages)('$path has at most 2,000 words', ({ text }) => {
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(mostWords);
});

test('docs/design/pacing.md has at most 500 words', () => {
  expect(readFileSync(join(root, 'docs/design/pacing.md'), 'utf8').split(/\s+/).length).toBeLessThanOrEqual(500);
});
