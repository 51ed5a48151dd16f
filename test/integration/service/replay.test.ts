// A pilot's problem on a developer's machine: a companion meets faults and writes its diagnostics, and another
// companion gets the same answers in the same order from an emulator that replays the file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import type { Call, CallPurpose } from '../../../main/contract/diagnostics.ts';
import { openFlightDeck, type FlightDeck } from '../../support/flight-deck.ts';

const reports = 4;
/** What must be the same: everything that makes up the pilot's problem. */
const shown = (call: Call) => `${call.ended} ${call.status} ${call.code ?? ''} ${call.retryAfter ?? ''}`.trim();

/** A companion that signs in, uploads its reports and refreshes its token, as `options` of the service allow. */
async function fly(options: EmulatorOptions) {
  const renewed = new Set<string>();
  const deck = await openFlightDeck({
    signedIn: false,
    // Refreshes are due soon.
    accessLifetimeMs: 60_000,
    onSecret: ({ kind, value }) => void (kind === 'refresh_token' && renewed.add(value)),
    ...options,
  });
  return {
    deck,
    async all() {
      await deck.signIn();
      await deck.drop(...Array.from({ length: reports }, (_, index) => deck.image(`report-${index}.png`)));
      await deck.until(() => deck.sent().length >= reports && renewed.size > 1, 15 * 60_000);
      await deck.pass(10_000);
    },
  };
}

async function callsOf(deck: FlightDeck, purpose: CallPurpose): Promise<string[]> {
  const { calls } = await deck.answer('diagnostics.make', {});
  return calls.entries.filter((call) => call.purpose === purpose).map(shown);
}

test("one companion's statuses reach another in the same order", async () => {
  const first = await fly({});
  await using there = first.deck;
  const upload = { method: 'POST', path: '/api/v1/flights' };
  const status = (code: number, detail: string, headers = {}) =>
    ({ type: 'status', status: code, body: { detail }, headers }) as const;
  const { add } = there.emulator.faults;
  add({ match: { grantType: 'refresh_token' }, times: 2, effect: status(429, 'busy') });
  add({ match: upload, skip: 1, times: 1, effect: status(429, 'rate_limit_exceeded', { 'Retry-After': '40' }) });
  add({ match: upload, skip: 1, times: 1, effect: { type: 'drop', when: 'after' } });
  add({
    match: upload,
    skip: 2,
    times: 1,
    effect: { type: 'status', status: 502, body: '<p>Gateway</p>', headers: { 'content-type': 'text/html' } },
  });
  add({ match: { method: 'GET', path: '/api/v1/flights' }, skip: 3, times: 2, effect: { type: 'cut', afterBytes: 9 } });
  await first.all();

  const file = join(there.screenshots, 'diagnostics.json');
  writeFileSync(file, JSON.stringify(await there.answer('diagnostics.make', {})));
  const second = await fly({ scenario: file });
  await using here = second.deck;
  await second.all();

  const purposes = ['exchange', 'refresh', 'upload', 'list'] as const;
  const met = await Promise.all(purposes.map((purpose) => callsOf(there, purpose)));
  const again = await Promise.all(purposes.map((purpose) => callsOf(here, purpose)));
  const [, refreshes, uploads, lists] = met;
  expect(uploads).toEqual(
    expect.arrayContaining([
      expect.stringContaining('429 rate_limit_exceeded 40'),
      expect.stringMatching(/^lost/),
      expect.stringContaining('502'),
    ]),
  );
  expect(refreshes?.slice(0, 3)).toEqual(['answered 429 other', 'answered 429 other', 'answered 200']);
  expect(lists?.filter((one) => one.startsWith('cut'))).toHaveLength(2);
  for (const [index, before] of met.entries()) {
    // The companion decides how often it polls; the file decides the answers.
    const both = Math.min(before.length, again[index]!.length);
    expect(again[index]!.slice(0, both)).toEqual(before.slice(0, both));
    expect(both).toBeGreaterThanOrEqual(Math.min(before.length, 8));
  }
});
