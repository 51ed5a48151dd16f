import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diagnosticsSchema } from '../../../../main/contract/diagnostics.ts';
import { diagnostics, diagnosticsWithout } from '../../../../main/node/cli/commands/diagnostics-command.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { diagnosticsLineSchema } from '../../../../main/node/cli/json/json-lines.ts';
import type { Opened } from '../../../../main/node/host/open-companion.ts';
import { openFlightDeck } from '../../../support/flight-deck.ts';
import { givenOf } from '../../given.ts';

async function onDeck() {
  const deck = await openFlightDeck();
  const { given, said } = givenOf({ json: true, dataDir: deck.dataDir });
  const path = join(deck.screenshots, 'diagnostics.json');
  const write = (args = [path]) => diagnostics({ companion: deck.companion() } as Opened, { ...given, args });
  return { deck, path, said, given, write };
}

test('writes into the data folder by default, readable by its owner only, and prints the path', async () => {
  const { deck, said, write } = await onDeck();
  await using _deck = deck;
  const before = readdirSync('.');
  expect(await write([])).toBe(0);
  const folder = join(deck.dataDir, 'diagnostics');
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(name).toMatch(/^pilot-companion-diagnostics-.*\.json$/);
  const path = join(folder, name);
  expect(diagnosticsLineSchema.parse(JSON.parse(said.stdout))).toMatchObject({ path, bytes: statSync(path).size });
  expect(said.stderr).toContain(`Diagnostics saved to ${path}`);
  const modes = [folder, path].map((one) => statSync(one).mode & 0o777);
  // Windows has no such modes.
  expect(process.platform === 'win32' ? [0o700, 0o600] : modes).toEqual([0o700, 0o600]);
  expect(readdirSync('.')).toEqual(before);
});

test('never overwrites a file', async () => {
  const { deck, path, said, write } = await onDeck();
  await using _deck = deck;
  writeFileSync(path, 'mine');
  expect(await write()).toBe(1);
  expect(readFileSync(path, 'utf8')).toBe('mine');
  expect(said.stderr).toContain('already exists and was not changed');
  expect(existsSync(`${path}.json`)).toBe(false);
});

test('writes what can be read, and the reason, where the data cannot be opened', async () => {
  const { deck, path, said, write, given } = await onDeck();
  await using _deck = deck;
  expect(await write()).toBe(0);
  const { calls } = diagnosticsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  await deck.stop();
  const why = failures.databaseUnreadable(deck.dataDir, 'SQLITE_NOTADB');
  const other = `${path}.closed.json`;
  expect(await diagnosticsWithout(why, { ...given, args: [other] })).toBe(0);
  const made = diagnosticsSchema.parse(JSON.parse(readFileSync(other, 'utf8')));
  expect(made.state).toEqual({ notOpened: why });
  expect(made.calls.entries.slice(0, calls.entries.length)).toEqual(calls.entries);
  expect(said.stderr).toContain("Pilot Companion can't open its data.");
});
