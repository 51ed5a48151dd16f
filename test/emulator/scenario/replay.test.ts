// A diagnostics file as a scenario: the same requests get the same answers in the same order.

import { fc } from '../../support/fast-check.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import { openEmulator } from '../open-emulator.ts';
import { json, playing } from './client.ts';

type Recorded = Record<string, unknown> & { purpose: string };

const entry = (purpose: string, what: Record<string, unknown> = {}): Recorded => ({
  at: 1_000,
  durationMs: 20,
  purpose,
  method: 'GET',
  path: '/',
  ended: 'answered',
  status: 200,
  code: null,
  retryAfter: null,
  answerBytes: 10,
  otherThanJson: null,
  ...what,
});
const file = (entries: readonly Recorded[]) => ({
  format: 'pilot-companion-diagnostics',
  version: 1,
  madeAt: '2026-05-12T12:00:00.000Z',
  versions: { companion: '9.9.9' },
  calls: { entries, isCut: false },
});

/** A file, as the command reads it. */
function replaying(entries: readonly Recorded[]) {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'trouble.json');
  writeFileSync(path, JSON.stringify(file(entries)));
  return playing(path);
}

const lost = { ended: 'lost', status: null, code: 'ECONNRESET', answerBytes: 0 };

it('replays the responses of each call in the order of the file, then answers normally', async () => {
  const client = await replaying([
    entry('upload'),
    entry('list', { status: 404, code: 'not_found' }),
    entry('upload', { status: 429, code: 'too_fast', retryAfter: '7' }),
    entry('upload', { status: 429, code: 'too_fast', retryAfter: '7' }),
    entry('upload'),
    entry('upload', { status: 502, otherThanJson: 'text/html' }),
    entry('other', { status: 500 }),
  ]);
  const { access_token } = client.emulator.signIn();
  const answers = [];
  for (let count = 0; count < 7; count += 1) answers.push(await client.upload(access_token));
  expect(answers.map(({ status }) => status)).toEqual([200, 429, 429, 200, 502, 200, 200]);
  expect(json(answers[1]!)).toEqual({ detail: 'too_fast' });
  expect(answers[1]!.headers.get('retry-after')).toBe('7');
  expect(answers[4]!.text).toContain('<!doctype html>');
  expect((await client.list(access_token)).status).toBe(404);
  expect((await client.list(access_token)).status).toBe(200);
});

it('breaks connections that were lost, cut or never sent, and stores an upload whose response was lost', async () => {
  const client = await replaying([
    entry('upload', lost),
    entry('upload', { ended: 'not-sent', status: null }),
    entry('upload', { ended: 'cut', answerBytes: 5 }),
    entry('upload', { otherThanJson: 'unreadable' }),
  ]);
  const { access_token } = client.emulator.signIn();
  const there = () => client.emulator.flights.list().items.length;
  const counts = [];
  for (let count = 0; count < 4; count += 1) {
    await client.upload(access_token);
    counts.push(there());
  }
  expect(counts).toEqual([1, 1, 2, 3]);
});

it('a refresh whose response was lost uses the token up only if no later one succeeded', async () => {
  const spent = await replaying([entry('refresh', lost), entry('refresh', { status: 400, code: 'invalid_grant' })]);
  const first = spent.emulator.signIn();
  await spent.refresh(first.refresh_token);
  expect(json(await spent.refresh(first.refresh_token))).toMatchObject({ error: 'invalid_grant' });

  const kept = await replaying([entry('refresh', lost), entry('refresh')]);
  const second = kept.emulator.signIn();
  await kept.refresh(second.refresh_token);
  expect(await kept.refresh(second.refresh_token)).toMatchObject({ status: 200 });
});

it('turns a Retry-After date into the same number of seconds', async () => {
  const client = await replaying([
    entry('list', {
      at: Date.UTC(2026, 4, 12, 12),
      durationMs: 500,
      status: 429,
      code: 'rate_limit_exceeded',
      retryAfter: 'Tue, 12 May 2026 12:00:30 GMT',
    }),
  ]);
  const { access_token } = client.emulator.signIn();
  expect((await client.list(access_token)).headers.get('retry-after')).toBe('30');
});

it('gives each call the status of the file in any order', async () => {
  const statuses = fc.array(fc.constantFrom(200, 401, 403, 404, 429, 500, 503), { maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(statuses, async (recorded) => {
      await using emulator = await createEmulator({ clock: 'virtual' });
      await emulator.scenario.load(file(recorded.map((status) => entry('list', { status }))));
      const { access_token } = emulator.signIn();
      const met: number[] = [];
      for (const _ of recorded) {
        const headers = { authorization: `Bearer ${access_token}` };
        met.push((await emulator.inject({ url: '/api/v1/flights', headers })).statusCode);
      }
      expect(met).toEqual(recorded);
    }),
    { numRuns: 10 },
  );
});

it.each([
  [
    { ...file([]), version: 2 },
    'this version of the diagnostics file is not supported; this emulator supports version 1',
  ],
  [{ ...file([]), calls: { entries: [{}] } }, 'invalid diagnostics file: calls.entries.0.at is invalid'],
])('refuses what it cannot replay in one sentence: %#', async (document, message) => {
  const emulator = await openEmulator();
  await expect(emulator.scenario.load(document)).rejects.toThrow(message);
});
