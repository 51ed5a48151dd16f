// Lines that commands print with --json match the schemas in docs/pilots/commands.md. `watch` runs as a process that the others
// use.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jsonLineSchemas } from '../../main/node/cli/json/json-lines.ts';
import type { StatusLine } from '../../main/node/cli/json/status-schema.ts';
import { pngOf } from '../support/flight-deck.ts';
import { runHere, runInNewFolder, start, startService } from './run-here.ts';

const folder = runInNewFolder((own) => ({ XDG_DATA_HOME: join(own, 'xdg') }));
const shots = join(folder, 'shots');
mkdirSync(shots);
const { emulator, url } = await startService({ minGapMs: 100, checkDelayMs: 100, moderationShare: 0 });

type Line = Readonly<Record<string, unknown>>;

const wordsOf = (dataDir: string, args: readonly string[]) =>
  ['--emulator', url, '--data-dir', join(folder, dataDir), '--allow-file-vault', '--json'].concat(args);

const linesOf = (stdout: string) =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

/** Starts a command in a separate process. */
function begin(dataDir: string, ...args: string[]) {
  const { child, ended } = start(wordsOf(dataDir, args));
  return {
    child,
    ended: ended.then(({ code, stdout, stderr }) => ({ code, lines: linesOf(stdout), message: stderr })),
  };
}

/** Runs a command to its end in this process. */
async function run(dataDir: string, ...args: string[]) {
  const { code, stdout, stderr } = await runHere(wordsOf(dataDir, args));
  return { code, lines: linesOf(stdout), message: stderr };
}

/** The same, and checks every line against its schema. */
async function runChecked(dataDir: string, ...args: string[]) {
  const ended = await run(dataDir, ...args);
  for (const line of ended.lines) fits(line);
  return ended;
}

function fits(line: Line) {
  const schema = jsonLineSchemas[line['type'] as keyof typeof jsonLineSchemas];
  const parsed = schema?.safeParse(line);
  expect({ line, issues: parsed?.error?.issues ?? [], hasSchema: parsed !== undefined }).toEqual({
    line,
    issues: [],
    hasSchema: true,
  });
}

describe('against a running emulator', () => {
  test('runs dry runs, a watch with rules, approvals, the queue and the status', async () => {
    const before = await runChecked('d1', 'status');
    expect(before.lines).toMatchObject([
      { type: 'status', document: 1, account: { status: 'none', name: null }, queue: { waiting: 0 }, folders: [] },
    ]);
    await run('d1', 'sign-in');
    for (const name of ['report-1.png', 'report-2.png', 'holiday.png']) writeFileSync(join(shots, name), pngOf(name));

    const dry = await runChecked('d1', 'watch', 'shots', '--dry-run', '--existing');
    expect(dry.code).toBe(0);
    expect(dry.lines.map((line) => line['outcome'])).toEqual(['send', 'send', 'send', undefined]);
    expect(dry.lines.at(-1)).toMatchObject({ type: 'dry-run-counts', folder: shots, counts: { send: 3, leave: 0 } });
    expect((await runChecked('d1', 'status')).lines).toMatchObject([{ folders: [], queue: { waiting: 0, held: 0 } }]);

    const again = 'shots/../shots/report-1.png';
    const files = await runChecked('d1', 'upload', 'shots/report-1.png', again, 'browser.mjs', 'shots', '--dry-run');
    expect(files.code).toBe(4);
    expect(files.lines).toMatchObject([
      { file: 'report-1.png', outcome: 'send' },
      { file: 'report-1.png', outcome: 'known', message: 'Same image as report-1.png, so both are one report.' },
      { file: 'browser.mjs', outcome: 'leave', message: expect.stringContaining("browser.mjs doesn't end in .png") },
      { file: 'shots', outcome: 'leave', message: expect.stringContaining('shots is a folder') },
      { type: 'dry-run-counts', folder: null, counts: { send: 1, known: 1, leave: 2 } },
    ]);

    const first = begin('d1', 'watch', 'shots');
    await expect
      .poll(async () => (await runChecked('d1', 'folders')).lines, { interval: 300 })
      .toMatchObject([
        { type: 'folder', path: shots, existing: 3, rules: { names: ['*'], after_upload: { kind: 'leave' } } },
      ]);
    expect((await runChecked('d1', 'status')).lines).toMatchObject([{ program: { is_working: true } }]);
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(0);
    expect((await runChecked('d1', 'status')).lines).toMatchObject([{ program: { is_working: false } }]);
    const rules = ['--names', 'report-*', '--names', '*.jpg', '--after', 'move:Sent', '--approval', 'on'];
    const set = await runChecked('d1', 'folders', 'set', 'shots', ...rules);
    expect(set.code).toBe(0);
    expect(set.lines).toMatchObject([
      {
        existing: 2,
        other_names: 1,
        rules: { names: ['report-*', '*.jpg'], after_upload: { kind: 'move', to: 'Sent' }, approval: true },
      },
    ]);
    const second = begin('d1', 'watch', 'shots');
    writeFileSync(join(shots, 'report-3.png'), pngOf('report-3'));
    writeFileSync(join(shots, 'report-4.png'), pngOf('report-4'));
    writeFileSync(join(shots, 'other.png'), pngOf('other'));
    await expect
      .poll(async () => (await runChecked('d1', 'approve')).lines, { interval: 300 })
      .toMatchObject([
        { type: 'report', stage: 'approval', kind: 'approval-needed', uploads_at: null },
        { type: 'report', stage: 'approval' },
      ]);
    const waiting = (await runChecked('d1', 'approve')).lines;
    const third = waiting.find((line) => line['file'] === 'report-3.png')!['report'] as string;
    const fourth = waiting.find((line) => line['file'] === 'report-4.png')!['report'] as string;
    expect((await runChecked('d1', 'status')).lines).toMatchObject([{ queue: { held: 2, approval: 2, waiting: 0 } }]);
    expect((await runChecked('d1', 'approve', fourth, '--reject')).lines).toEqual([
      { type: 'approval', answer: 'reject', report: fourth, count: 1 },
    ]);
    expect((await runChecked('d1', 'approve', third.slice(4))).lines).toMatchObject([
      { answer: 'approve', report: third },
    ]);
    await expect.poll(() => readdirSync(join(shots, 'Sent'))).toEqual(['report-3.png']);
    expect((await runChecked('d1', 'queue')).lines).toMatchObject([
      { report: fourth, bay: 'not-uploaded', stage: 'not-uploaded' },
    ]);
    expect((await runChecked('d1', 'approve', '--all')).lines).toEqual([
      { type: 'approval', answer: 'approve', report: null, count: 0 },
    ]);

    second.child.kill('SIGINT');
    const { code, lines, message } = await second.ended;
    expect({ code, message: code === 0 ? '' : message }).toEqual({ code: 0, message: '' });
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) fits(line);
    expect(readdirSync(shots).toSorted()).toEqual([
      'Sent',
      'holiday.png',
      'other.png',
      'report-1.png',
      'report-2.png',
      'report-4.png',
    ]);
    const status = (await runChecked('d1', 'status')).lines[0] as unknown as StatusLine;
    expect(status).toMatchObject({
      account: { status: 'signed-in', name: 'Demo Pilot', may_upload: true, kept_in: 'open-vault' },
      connection: { status: 'online' },
      queue: { waiting: 0, not_uploaded: 1 },
      folders: [{ path: shots, added: 2, other_names: 2, existing: 2, not_filed: [] }],
    });
    expect((await runChecked('d1', 'folders', 'remove', 'shots')).code).toBe(0);
    expect((await runChecked('d1', 'folders')).lines).toEqual([]);
  });

  test('lists, totals and exports the logbook', async () => {
    emulator.flights.add({ count: 3, automatedChecked: true, moderatorChecked: true });
    await run('d3', 'sign-in');
    // The rows are on standard output only.
    const all = await runChecked('d3', 'flights');
    expect([all.code, all.message.includes('>')]).toEqual([0, false]);
    const listed = await runChecked('d3', 'logbook', '--status', 'completed');
    expect(listed.message).not.toMatch(/>|completed/);
    expect(listed.lines.slice(0, -1).every((line) => line['type'] === 'logbook-flight')).toBe(true);
    expect(listed.lines.length).toBeGreaterThan(3);
    expect(listed.lines.at(-1)).toMatchObject({ type: 'logbook-totals', flights: listed.lines.length - 1 });
    const [flight] = listed.lines;
    const byNumber = ['logbook', '--q', `#${String(flight?.['id'])}`];
    const found = await runChecked('d3', ...byNumber);
    expect(found.lines).toMatchObject([{ id: flight?.['id'] }, { flights: 1 }]);

    const path = join(folder, 'flights.csv');
    const written = await runChecked('d3', ...byNumber, '--export', 'csv', '--output', path);
    expect(written.lines).toMatchObject([
      { type: 'logbook-export', path, flights: 1, left_out: 0, unplaced: 0, completeness: expect.any(Object) },
    ]);
    expect(readFileSync(path, 'utf8').split('\r\n')[1]).toContain(`${String(flight?.['id'])},`);
    expect(
      (await runChecked('d3', 'logbook', '--export', 'csv', '--output', join(folder, 'no', 'flights.csv'))).code,
    ).toBe(1);
  });

  test.each([
    [['folders', 'set', '.', '--names', '*'], 1, /is not watched/],
    [['folders', 'move'], 2, /Usage: pilot-companion folders/],
    [['approve', '--reject'], 2, /Name the screenshots/],
    [['approve', '12', '--all'], 2, /not both/],
    [['approve', 'the first'], 2, /such as 12/],
    [['approve', '12'], 1, /no longer exists/],
  ])('%j ends with %i and says why', async (args, code, message) => {
    const ended = await runChecked('d2', ...args);
    expect(ended.code).toBe(code);
    expect(ended.message).toMatch(message);
  });
});
