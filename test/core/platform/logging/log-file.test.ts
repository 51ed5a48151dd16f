import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileLog } from '../../../../main/core/platform/logging/log-file.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const clock = createVirtualClock(Date.UTC(2026, 0, 2, 3, 4, 5));
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pilot-companion-log-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const lines = async (name: string) =>
  (await readFile(join(folder, name), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);

test('writes each log line as one JSON object with its time and without secrets', async () => {
  const log = createFileLog({ folder, clock });
  log.info('Signed in', { accessToken: 'very-secret-token-value', pilot: 'Ada' });
  const [line] = await lines('companion.log');
  expect(line).toMatchObject({ at: '2026-01-02T03:04:05.000Z', level: 'info', message: 'Signed in', pilot: 'Ada' });
  expect(JSON.stringify(line)).not.toContain('very-secret');
});

test('rotates a full log and keeps a limited number', async () => {
  const log = createFileLog({ folder, clock, maxBytes: 100, keptFiles: 2 });
  for (let count = 0; count < 20; count += 1) log.info(`Line ${count}`);
  expect((await readdir(folder)).sort()).toEqual(['companion.1.log', 'companion.2.log', 'companion.log']);
  expect((await lines('companion.log')).at(-1)).toMatchObject({ message: 'Line 19' });
});

test("loses only its lines when a log can't be written", async () => {
  await writeFile(join(folder, 'added'), '');
  const log = createFileLog({ folder: join(folder, 'added'), clock });
  expect(() => log.info('Nobody reads this')).not.toThrow();
});
