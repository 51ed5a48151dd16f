// The command line against a running emulator: exit codes, signals, standard input and the vault in separate processes,
// printed output in this one.
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { jsonLineSchemas } from '../../main/node/cli/json/json-lines.ts';
import { pngOf } from '../support/flight-deck.ts';
import { type Ended, runHere, runInNewFolder, start, startService } from './run-here.ts';

const folder = runInNewFolder();
const { emulator, url } = await startService({ minGapMs: 300, checkDelayMs: 100, moderationShare: 0 });

/** As a process, whose standard input has ended. */
function begin(args: readonly string[]) {
  const started = start(args);
  started.child.stdin.end();
  return started;
}
const run = (args: readonly string[]) => begin(args).ended;
const lines = (ended: Ended) =>
  ended.stdout
    .split('\n')
    .filter(Boolean)
    .map((line): Record<string, unknown> => {
      const read = JSON.parse(line) as Record<string, unknown>;
      return jsonLineSchemas[read['type'] as keyof typeof jsonLineSchemas].parse(read);
    });

/** Processes run in real time. */
const waiting = { timeout: 60_000, interval: 20 };

describe('against a running emulator', () => {
  const on = (dataDir: string) => ['--emulator', url, '--data-dir', join(folder, dataDir), '--allow-file-vault'];

  test('signs in, uploads and lists flights, with JSON lines and exit codes', async () => {
    writeFileSync(join(folder, 'shot1.png'), pngOf('shot 1'));
    writeFileSync(join(folder, 'shot2.png'), pngOf('shot 2'));
    writeFileSync(join(folder, 'notes.txt'), 'hello');
    mkdirSync(join(folder, 'a-folder'));
    const before = emulator.flights.list().items.length;

    const early = await runHere([...on('d1'), '--json', 'upload', 'shot1.png', '--wait']);
    expect(early.code).toBe(3);
    expect(early.stderr).toContain("You're not signed in");

    const signedIn = await runHere([...on('d1'), 'sign-in']);
    expect(signedIn).toMatchObject({ code: 0, stdout: expect.stringContaining('Signed in as Demo Pilot.') });
    expect(signedIn.stderr).toMatch(/vault/);

    const given = ['shot1.png', 'shot2.png', 'notes.txt', 'a-folder'];
    const uploaded = await run([...on('d1'), '--json', 'upload', ...given, '--wait']);
    expect(uploaded.code).toBe(4);
    expect(lines(uploaded).toSorted((a, b) => String(a['file']).localeCompare(String(b['file'])))).toMatchObject([
      { file: 'a-folder', outcome: 'rejected', message: expect.stringContaining('a-folder is a folder') },
      { file: 'notes.txt', outcome: 'rejected', message: expect.stringContaining("notes.txt doesn't end in .png") },
      { file: 'shot1.png', outcome: 'uploaded', flight: { aircraft: expect.any(String), id: expect.any(Number) } },
      { file: 'shot2.png', outcome: 'uploaded', flight: { is_archived: false } },
    ]);
    expect(emulator.flights.list().items.length - before).toBe(2);

    const flights = await runHere([...on('d1'), '--json', 'flights']);
    expect(flights.code).toBe(0);
    // Both may be completed at the same time, and are in any order then.
    expect(lines(flights).toSorted((a, b) => Number(a['id']) - Number(b['id']))).toMatchObject([
      { type: 'flight', file: 'shot1.png', created_at: expect.any(String) },
      { type: 'flight', file: 'shot2.png', created_at: expect.any(String) },
    ]);

    const again = await runHere([...on('d1'), '--json', 'upload', 'shot1.png', '--wait']);
    expect(again.code).toBe(0);
    expect(emulator.flights.list().items.length - before).toBe(2);

    const status = await runHere([...on('d1'), '--json', 'status']);
    expect(lines(status)[0]).toMatchObject({ type: 'status', account: { status: 'signed-in', name: 'Demo Pilot' } });
    const explained = await runHere([...on('d1'), 'explain', 'shot1.png']);
    expect(explained.stdout).toMatch(/Uploaded as flight \d+/);

    const out = await runHere([...on('d1'), 'sign-out']);
    expect(out.code).toBe(0);
    expect(lines(await runHere([...on('d1'), '--json', 'status']))[0]).toMatchObject({
      account: { status: 'signed-out' },
    });
  });

  test('warns that a sign-in without the vault ends with its process', async () => {
    const plain = on('d3').filter((word) => word !== '--allow-file-vault');
    const signedIn = await runHere([...plain, 'sign-in']);
    expect(signedIn.code).toBe(0);
    expect(signedIn.stderr).toContain('you stay signed in only while Pilot Companion is running');
    expect(readdirSync(join(folder, 'd3')).filter((name) => name.includes('vault'))).toEqual([]);
    expect((await runHere([...plain, 'upload', '--wait', 'shot1.png'])).code).toBe(3);
  });

  test('pauses and clears the queue', async () => {
    await runHere([...on('d6'), 'sign-in']);
    expect((await runHere([...on('d6'), 'queue', 'pause'])).code).toBe(0);
    copyFileSync(join(folder, 'shot1.png'), join(folder, 'shot9.png'));
    expect((await runHere([...on('d6'), 'upload', 'shot9.png'])).code).toBe(0);
    const waiting = await runHere([...on('d6'), 'upload', 'shot9.png', '--wait']);
    expect(waiting).toMatchObject({ code: 1, stderr: expect.stringContaining('paused') });
    const queue = await runHere([...on('d6'), '--json', 'queue']);
    expect(lines(queue)[0]).toMatchObject({ report: 'job-1', stage: 'waiting', file: 'shot9.png' });
    expect((await runHere([...on('d6'), 'queue', 'remove', '1'])).code).toBe(0);
    expect(lines(await runHere([...on('d6'), '--json', 'queue']))).toEqual([]);
    expect((await runHere([...on('d6'), 'queue', 'remove', '1'])).code).toBe(1);
  });

  describe('without a browser', () => {
    /** Starts a sign-in, and pastes lines into it. */
    async function signInByHand(dataDir: string, ...args: string[]) {
      const { child, printed, ended } = start([...on(dataDir), ...args, 'sign-in', '--no-browser']);
      const shown = /http:[^\s"]+authorize[^\s"]+/;
      await vi.waitUntil(() => shown.test(printed.stdout), waiting);
      return {
        address: new URL(shown.exec(printed.stdout)![0]),
        paste: (line: string) => child.stdin.write(`${line}\n`),
        message: () => printed.stderr,
        ended,
      };
    }

    test('prints the address, reads the final one from standard input and rejects anything else', async () => {
      const { address, paste, message, ended } = await signInByHand('d7');
      paste('my logbook');
      await vi.waitUntil(() => message().includes("isn't the final address from your browser"), waiting);
      const answer = await fetch(address, { redirect: 'manual' });
      paste(`  ${answer.headers.get('location')?.replace('http://', '')} `);
      expect(await ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Signed in as Demo Pilot.') });
    });

    test('reports a denied sign-in as text, JSON and exit code 3', async () => {
      const { address, paste, ended } = await signInByHand('d8', '--json');
      const { redirect_uri: endsOn = '', state = '' } = Object.fromEntries(address.searchParams);
      paste(`${endsOn}?${new URLSearchParams({ error: 'access_denied', state })}`);
      const denied = await ended;
      expect([denied.code, denied.stderr.match(/You declined access/g)?.length]).toEqual([3, 1]);
      expect(lines(denied)).toMatchObject([
        { type: 'sign-in', address: address.href, ends_on: endsOn, until: expect.stringMatching(/Z$/) },
        { type: 'account', status: 'signed-out', code: 'access_denied' },
      ]);
    });
  });
});

test('runs the emulator, which prints one JSON object first and exits with 0 on SIGTERM', async () => {
  const started = begin(['emulator', '--port', '0', '--json']);
  await vi.waitUntil(() => started.printed.stdout.includes('\n'), waiting);
  const ready = JSON.parse(started.printed.stdout.split('\n')[0]!) as Record<string, unknown>;
  expect(ready).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    mode: 'extended',
    clients: expect.arrayContaining([expect.objectContaining({ client_id: 'pilot-companion-demo' })]),
    pilots: expect.any(Array),
  });
  started.child.kill('SIGTERM');
  expect((await started.ended).code).toBe(0);
});

test('runs the demo to its end, without an account, a network or settings', async () => {
  expect((await run(['demo'])).stdout).toContain('All 3 reports completed');
});
