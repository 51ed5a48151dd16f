// Kills intake (SIGKILL) repeatedly, and checks the disk each time. A kill does not lose what the system has not
// written yet; that a power cut leaves the same follows from the order of calls (intake-order.test.ts).
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { samplePng } from '../image-samples.ts';
import { opened } from '../../storage/create-database.ts';

const images = 40;
/** Killed after this many lines of output, at a random point of its work. */
const killedAfter = [0, 1, 2, 5, 9, 14, 20, 27];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intake-crash-'));
  mkdirSync(join(folder, 'images'));
  for (let index = 0; index < images; index += 1) {
    // Of all sizes: some are written in one call, some in several.
    const padBytes = (index % 5) * 300_000;
    writeFileSync(join(folder, 'images', `shot-${index}.png`), samplePng({ text: `flight ${index}`, padBytes }));
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs intake until it is done or killed; returns what it acknowledged. */
async function run(killAfterWords: number): Promise<{ acknowledged: Map<string, string>; isDone: boolean }> {
  const args = [
    '--disable-sigusr1',
    '--disable-warning=ExperimentalWarning',
    join(import.meta.dirname, '../add-in-child.ts'),
    folder,
    join(folder, 'images'),
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.split('\n').length - 1 > killAfterWords) child.kill('SIGKILL');
  });
  await once(child, 'close');
  const message = said.split('\n').slice(0, -1);
  const acknowledged = message.filter((word) => word.includes(' ')).map((word) => word.split(' ') as [string, string]);
  return { acknowledged: new Map(acknowledged), isDone: message.includes('done') };
}

/** Every job has its complete file; returns the names of the jobs. */
function checkDisk(): string[] {
  const database = opened(join(folder, 'companion.db'));
  const jobs = database.prepare('SELECT name, spool, bytes, sha256 FROM jobs ORDER BY id').all();
  database.close();
  for (const { spool, bytes, sha256 } of jobs) {
    const content = readFileSync(join(folder, 'spool', String(spool)));
    expect(content.length).toBe(bytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  }
  return jobs.map((job) => String(job['name']));
}

it('never leaves a job without its file or an answer without its job, and each image becomes one job', async () => {
  const told = new Set<string>();
  for (const message of killedAfter) {
    const { acknowledged } = await run(message);
    for (const [name, kind] of acknowledged) {
      expect(told.has(name) ? ['duplicate'] : ['added', 'duplicate']).toContain(kind);
      told.add(name);
    }
    const names = existsSync(join(folder, 'companion.db')) ? checkDisk() : [];
    for (const name of told) expect(names).toContain(name);
    expect(new Set(names).size).toBe(names.length);
  }
  expect((await run(Number.POSITIVE_INFINITY)).isDone).toBe(true);
  expect(checkDisk()).toHaveLength(images);
});
