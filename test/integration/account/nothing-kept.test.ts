// A service that puts a marker everywhere a service can put text: none of it is kept, shown or exported. Tokens are in
// the secret store, and nowhere else.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createFileLog } from '../../../main/core/platform/logging/log-file.ts';
import { startMarkingService } from './marking-service.ts';
import { fc } from '../../support/fast-check.ts';
import { openFlightDeck } from '../../support/flight-deck.ts';

/** Texts that a careless rule takes for a code, a token, a number, words, or a path. */
const markers = fc.oneof(
  fc.stringMatching(/^[a-z]{12}(_[a-z]{12}){2}$/),
  fc.stringMatching(/^[A-Za-z0-9_-]{43}$/),
  fc.stringMatching(/^[0-9a-f]{64}$/),
  fc.stringMatching(/^[1-9][0-9]{39}$/),
  fc.stringMatching(/^[a-z]{21} [a-z]{21}$/),
  fc.stringMatching(/^\/[a-z]{12}\.[a-z]{12}~[a-z]{12}$/),
);

test('nothing that the service says is kept or shown', async () => {
  await fc.assert(
    fc.asyncProperty(markers, async (marker) => {
      expect(await placesOf(marker)).toEqual([]);
    }),
    // Each is a whole run.
    { numRuns: 6, endOnFailure: true },
  );
}, 240_000);

async function placesOf(marker: string): Promise<string[]> {
  await using disposables = new AsyncDisposableStack();
  let marking: Awaited<ReturnType<typeof startMarkingService>> | null = null;
  const deck = disposables.use(
    await openFlightDeck({
      signedIn: false,
      openLog: ({ dataDir, clock }) => createFileLog({ folder: join(dataDir, 'logs'), clock }),
      async between(upstream) {
        marking = disposables.use(await startMarkingService({ upstream, marker }));
        return { address: marking.address, isForBrowser: true };
      },
    }),
  );
  const shown: string[] = [];
  const show = async () => {
    for (const answer of [await deck.state(), await deck.strips(), await deck.answer('diagnostics.make', {})])
      shown.push(JSON.stringify(answer));
    for (const { id } of await deck.strips()) shown.push(JSON.stringify(await deck.answer('strips.detail', { id })));
  };
  const signIn = async () => {
    for (let tries = 0; (await deck.state()).account.status !== 'signed-in' && tries < 12; tries += 1) {
      await deck.ask('account.signIn', {});
      await show();
    }
  };

  await signIn();
  const uploads = () => marking!.asked()['POST /api/v1/flights'] ?? 0;
  for (let count = 0; uploads() < 11 && count < 12; count += 1) {
    await deck.drop(deck.image());
    await deck.passQuickly(20 * 60_000);
    await signIn();
    await show();
  }
  await deck.answer('flights.refresh', {});
  await deck.passQuickly(60_000);
  await deck.restart();
  await show();
  await deck.stop();

  const asked = marking!.asked();
  expect(uploads()).toBeGreaterThan(10);
  expect(asked['GET /api/v1/flights']).toBeGreaterThan(3);
  expect(asked['POST /oauth/token refresh_token']).toBeGreaterThan(2);
  expect(deck.sent().length).toBeGreaterThan(0);
  const kept = [
    ...shown.map((text) => ['shown', text] as const),
    ...deck.events.map((event) => [`event ${event.type}`, JSON.stringify(event)] as const),
    ...onDisk(deck.dataDir),
  ];
  const parts = [marker.slice(0, 12), marker.slice(-12)].map((part) => part.toLowerCase());
  return kept.flatMap(([where, text]) => {
    const at = parts.map((part) => text.toLowerCase().indexOf(part)).find((found) => found >= 0);
    return at === undefined ? [] : [`${where}: …${text.slice(Math.max(0, at - 80), at + 40)}`];
  });
}

function onDisk(dataDir: string): (readonly [string, string])[] {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'latin1')] as const);
  expect(files.map(([name]) => name)).toEqual(expect.arrayContaining(['companion.db', 'companion.log', 'calls.log']));
  const database = new DatabaseSync(join(dataDir, 'companion.db'), { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const rows = tables.map(({ name }) => {
    const all = database.prepare(`SELECT * FROM "${String(name)}"`).all();
    return [`table ${String(name)}`, JSON.stringify(all)] as const;
  });
  database.close();
  return [...files, ...rows];
}
