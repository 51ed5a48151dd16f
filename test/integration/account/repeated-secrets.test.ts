// A service that repeats everything it received or issued, in every text of every answer: none of it is kept or shown,
// for any form of tokens and any encoding.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createFileLog } from '../../../main/core/platform/logging/log-file.ts';
import { redact } from '../../../main/core/platform/masking/redact.ts';
import { demonstrationApplication } from '../../../main/core/service/profile.ts';
import { createLeakSearch, formsOf } from '../../leaks/leak-search.ts';
import { startRepeatingService, writings } from '../../leaks/repeating-service.ts';
import { fc } from '../../support/fast-check.ts';
import { openFlightDeck } from '../../support/flight-deck.ts';

/** The characters of tokens. `n` makes each one unique. */
const alphabets: readonly [string, (n: string) => string][] = [
  ['hex', (n) => Buffer.from(`the token ${n}`).toString('hex')],
  ['UUID', (n) => `0e37df36-f698-41e6-8dd4-${n.padStart(12, 'c')}`],
  ['short', (n) => `k7${n.padStart(5, 'x')}`],
  ['base64url', (n) => Buffer.from(`${n} and 32 more bytes of a token`).toString('base64url')],
  ['any visible ASCII', (n) => `a"b\\c%41&d=e+f/g<h>'i${n}`],
];

test('no secret that the service repeats is kept or shown', async () => {
  const drawn = fc.record({
    tokenOf: fc.constantFrom(...alphabets),
    writing: fc.constantFrom(...writings),
    salt: fc.integer({ min: 0, max: 0xffff }),
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ tokenOf: [, tokenOf], writing: [, write], salt }) => {
      expect(await leaksOf((count) => tokenOf((salt * 100 + count).toString(16)), write)).toEqual([]);
    }),
    // Each is a whole run. All encodings and all alphabets occur.
    { numRuns: 4, endOnFailure: true },
  );
}, 240_000);

async function leaksOf(tokenOf: (count: number) => string, write: (secret: string) => string): Promise<unknown[]> {
  await using disposables = new AsyncDisposableStack();
  let repeating: Awaited<ReturnType<typeof startRepeatingService>> | null = null;
  const deck = disposables.use(
    await openFlightDeck({
      signedIn: false,
      openLog: ({ dataDir, clock, liveSecrets }) =>
        createFileLog({
          folder: join(dataDir, 'logs'),
          clock,
          redact: (fields) => redact(fields, liveSecrets.mask),
        }),
      async between(upstream) {
        const { clientSecret } = demonstrationApplication;
        repeating = disposables.use(
          await startRepeatingService({ upstream, tokenOf, write, secrets: [clientSecret], refusesFirst: true }),
        );
        return { address: repeating.address, isForBrowser: true };
      },
    }),
  );
  const shown: string[] = [];
  const show = async () => {
    for (const answer of [await deck.state(), await deck.strips(), await deck.answer('diagnostics.make', {})]) {
      shown.push(JSON.stringify(answer, (name, value: unknown) => (name === 'address' ? '' : value)));
    }
    for (const { id } of await deck.strips()) shown.push(JSON.stringify(await deck.answer('strips.detail', { id })));
  };

  // The consent page is declined, then the exchange fails, then the identity; each repeats every secret.
  for (let tries = 0; tries < 3; tries += 1) {
    await deck.ask('account.signIn', {});
    await show();
  }
  expect((await deck.state()).account.status).toBe('signed-in');
  await deck.drop(deck.image());
  await deck.until(async () => (await deck.strips('queue')).some(({ reason }) => reason !== null));
  await show();
  // Rejected once, then a failed and a successful refresh, then the record, then the list.
  await deck.until(async () => (await deck.state()).bays.queue === 0, 30 * 60_000);
  await deck.passQuickly(45 * 60_000);
  await deck.answer('flights.refresh', {});
  await deck.pass(2_000);
  await show();
  // A new process: it cannot know secrets that were used up before its start.
  repeating!.forgetSpent([demonstrationApplication.clientSecret]);
  await deck.restart();
  await deck.drop(deck.image());
  await deck.until(async () => (await deck.state()).bays.queue === 0, 30 * 60_000);
  await show();
  await deck.stop();

  const left = [
    ...shown.map((text) => ({ where: 'shown', bytes: Buffer.from(text) })),
    ...deck.events.map((event) => ({
      where: `event ${event.type}`,
      bytes: Buffer.from(JSON.stringify(event, (name, value: unknown) => (name === 'address' ? '' : value))),
    })),
    ...onDisk(deck.dataDir),
  ];
  const secrets = repeating!.secrets();
  expect(secrets.length).toBeGreaterThan(9);
  return leaksIn(left, secrets);
}

type Left = { readonly where: string; readonly bytes: Buffer };

function onDisk(dataDir: string): Left[] {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ where: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)) }));
  expect(files.map(({ where }) => where)).toEqual(
    expect.arrayContaining(['companion.db', 'companion.log', 'calls.log']),
  );
  const database = new DatabaseSync(join(dataDir, 'companion.db'), { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const rows = tables.map(({ name }) => ({
    where: `table ${String(name)}`,
    bytes: Buffer.from(JSON.stringify(database.prepare(`SELECT * FROM "${String(name)}"`).all())),
  }));
  database.close();
  return [...files, ...rows];
}

/** Whole secrets of any length, in every form; and either half of long ones. */
function leaksIn(left: readonly Left[], secrets: readonly string[]): unknown[] {
  const halves = createLeakSearch(
    secrets.filter((value) => value.length >= 20).map((value) => ({ kind: 'any', value })),
  );
  return left.flatMap(({ where, bytes }) => [
    ...halves.search(where, bytes),
    ...secrets.flatMap((secret) =>
      [...formsOf(secret)]
        .filter(([, form]) => form.length >= 7 && bytes.includes(form))
        .map(([form, text]) => ({
          where,
          form,
          of: secrets.indexOf(secret),
          near: bytes.subarray(Math.max(0, bytes.indexOf(text) - 60), bytes.indexOf(text) + 60).toString('latin1'),
        })),
    ),
  ]);
}
