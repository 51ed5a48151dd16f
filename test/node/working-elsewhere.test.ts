// What commands say while `watch` runs in another process on the same data folder.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { StatusLine } from '../../main/node/cli/json/status-schema.ts';
import { exitCodes } from '../../main/node/cli/terminal/output.ts';
import { pngOf } from '../support/flight-deck.ts';
import { runHere, runInNewFolder, start, startService } from './run-here.ts';

const folder = runInNewFolder(() => ({ LANG: 'C' }));
const shots = join(folder, 'shots');
const { url: here } = await startService();
const { url: there } = await startService();
let watching: ReturnType<typeof start>;

const wordsOf = (service: string, ...args: string[]) => [
  '--emulator',
  service,
  '--data-dir',
  join(folder, 'data'),
  '--allow-file-vault',
  ...args,
];
const run = (service: string, ...args: string[]) => runHere(wordsOf(service, ...args));
const statusOf = async (service: string) => JSON.parse((await run(service, '--json', 'status')).stdout) as StatusLine;

beforeAll(async () => {
  mkdirSync(shots);
  writeFileSync(join(folder, 'report.png'), pngOf('report'));
  await run(here, 'sign-in');
  await run(there, 'sign-in');
  watching = start(wordsOf(there, 'watch', shots));
  await vi.waitUntil(() => watching.printed.stdout.includes('Press Ctrl-C'), { timeout: 30_000 });
});
afterAll(async () => {
  watching.child.kill('SIGINT');
  await watching.ended;
});

test('an upload for another service ends with the name of the service that is worked for', async () => {
  const { code, stderr } = await run(here, 'upload', 'report.png', '--wait');
  expect(stderr).toContain(`another Pilot Companion on this computer is working for Emulator (${there})`);
  expect(code).toBe(exitCodes.elsewhere);
  const { program, uploads, queue, concerns } = await statusOf(here);
  expect({ program, queue }).toMatchObject({ program: { is_working: true }, queue: { waiting: 1 } });
  expect(uploads).toMatchObject({ next_at: null, all_uploaded_at: null });
  expect(concerns).toContainEqual(expect.objectContaining({ about: 'queue', message_id: 'failure.worksForOther' }));
  expect((await run(here, 'watch', shots)).code).toBe(exitCodes.elsewhere);
});

test('every command says the same of a folder, and watch prints each problem and each file that stays once', async () => {
  symlinkSync('/elsewhere.png', join(shots, 'link.png'));
  writeFileSync(join(shots, 'text.png'), 'this is no image');
  const lines = (what: string) => watching.printed.stdout.split('\n').filter((line) => line.includes(what)).length;
  await expect.poll(() => [lines('link.png'), lines('text.png')]).toEqual([1, 1]);

  rmSync(shots, { recursive: true });
  await expect.poll(() => lines(`${shots} isn't available`)).toBe(1);
  const problem = `${shots} isn't available`;
  expect((await run(there, 'check')).stdout).toContain(`✗ ${problem}`);
  for (const command of ['status', 'folders']) {
    const { stdout } = await run(there, command);
    expect(stdout).toContain(problem);
    expect(stdout).toContain('unavailable since');
  }
  const { folders, concerns } = await statusOf(there);
  expect(folders).toMatchObject([{ status: 'unavailable' }]);
  expect(concerns).toContainEqual(expect.objectContaining({ about: 'folder', path: shots }));
  mkdirSync(shots);
  await expect.poll(() => lines(`${shots} is watched again`), { timeout: 60_000 }).toBe(1);
  expect([lines('link.png'), lines(problem)]).toEqual([1, 1]);
});

test('with no process that watches, every command says so', async () => {
  watching.child.kill('SIGINT');
  await watching.ended;
  rmSync(shots, { recursive: true });
  const { program, folders } = await statusOf(there);
  expect(program).toMatchObject({ is_working: false, works_for: null });
  expect(folders).toMatchObject([{ status: 'unwatched', problem: { message_id: 'failure.folderUnavailable' } }]);
  mkdirSync(shots);
  const { stdout } = await run(there, 'check');
  expect(stdout).toContain(`– ${shots} isn't watched at the moment`);
  expect(stdout).toContain('– Nothing is uploaded or watched at the moment');
  expect((await run(there, 'folders')).stdout).toContain('not watched at the moment');
});
