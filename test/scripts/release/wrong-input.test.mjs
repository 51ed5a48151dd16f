// Scripts of a release with wrong input: each ends with 1 and a sentence, never with a stack trace.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inRoot } from '../../../scripts/root.mjs';

const folder = mkdtempSync(join(tmpdir(), 'wrong-input-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'file');
const empty = join(folder, 'empty');
const missing = join(folder, 'missing');
writeFileSync(file, 'no checksums');
mkdirSync(empty);

test.each([
  ['checksums.mjs', [], 'Name the folder'],
  ['checksums.mjs', [missing], `${missing} does not exist. Check the path.`],
  ['checksums.mjs', [file], `${file} is not a folder. Check the path.`],
  ['merge-metadata.mjs', [empty, file], `${file} is there already.`],
  ['compare-builds.mjs', [missing, empty], `${missing} does not exist. Check the path.`],
  ['compare-builds.mjs', [empty, empty], `There is nothing to compare: ${empty} has no files.`],
  ['notes.mjs', ['9.9.9'], 'CHANGELOG.md has no section for 9.9.9.'],
  ['sign-update.mjs', [empty], 'PILOT_COMPANION_UPDATE_KEY is not set.'],
  ['desktop/smoke-packed.mjs', [missing], `${missing} does not exist. Check the path.`],
])('%s with %j says what to do', (script, args, sentence) => {
  const { PILOT_COMPANION_UPDATE_KEY: _key, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [inRoot('scripts', 'release', script), ...args], {
    encoding: 'utf8',
    env,
  });
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/^ +at /m);
  expect(status).toBe(1);
});
