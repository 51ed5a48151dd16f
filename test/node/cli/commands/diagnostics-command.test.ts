import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diagnosticsSchema } from '../../../../main/contract/diagnostics.ts';
import { diagnostics, diagnosticsWithout } from '../../../../main/node/cli/commands/diagnostics-command.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { diagnosticsLineSchema } from '../../../../main/node/cli/json/json-lines.ts';
import { createOutput } from '../../../../main/node/cli/terminal/output.ts';
import { openFlightDeck } from '../../../support/flight-deck.ts';

async function onDeck() {
  const deck = await openFlightDeck();
  const stdout: string[] = [];
  const stderr: string[] = [];
  const out = createOutput({
    json: true,
    stdout: { write: (text) => stdout.push(text) },
    stderr: { write: (text) => stderr.push(text) },
  });
  const path = join(deck.screenshots, 'diagnostics.json');
  const write = (file: string | undefined = path) =>
    diagnostics({ companion: deck.companion() }, { dataDir: deck.dataDir, file, out });
  return { deck, path, stdout, stderr, out, write };
}

test('writes one file that only its owner can read, and prints its path', async () => {
  const { deck, path, stdout, stderr, write } = await onDeck();
  await using _deck = deck;
  expect(await write()).toBe(0);
  expect(diagnosticsSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).success).toBe(true);
  // Windows has no such modes.
  expect(process.platform === 'win32' ? 0o600 : statSync(path).mode & 0o777).toBe(0o600);
  expect(diagnosticsLineSchema.parse(JSON.parse(stdout.join('')))).toMatchObject({ path, bytes: statSync(path).size });
  expect(stderr.join('')).toContain(`Diagnostics saved to ${path}`);
});

test('writes into the data folder by default, readable by its owner only', async () => {
  const { deck, stdout, stderr, out } = await onDeck();
  await using _deck = deck;
  const before = readdirSync('.');
  expect(await diagnostics({ companion: deck.companion() }, { dataDir: deck.dataDir, file: undefined, out })).toBe(0);
  const folder = join(deck.dataDir, 'diagnostics');
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(name).toMatch(/^pilot-companion-diagnostics-.*\.json$/);
  expect(diagnosticsLineSchema.parse(JSON.parse(stdout.join(''))).path).toBe(join(folder, name));
  expect(stderr.join('')).toContain(`Diagnostics saved to ${join(folder, name)}`);
  const modes = [folder, join(folder, name)].map((path) => statSync(path).mode & 0o777);
  // Windows has no such modes.
  expect(process.platform === 'win32' ? [0o700, 0o600] : modes).toEqual([0o700, 0o600]);
  expect(readdirSync('.')).toEqual(before);
});

test('never overwrites a file', async () => {
  const { deck, path, stderr, write } = await onDeck();
  await using _deck = deck;
  writeFileSync(path, 'mine');
  expect(await write()).toBe(1);
  expect(readFileSync(path, 'utf8')).toBe('mine');
  expect(stderr.join('')).toContain('already exists and was not changed');
  expect(existsSync(`${path}.json`)).toBe(false);
});

test('writes what can be read, and the reason, where the data cannot be opened', async () => {
  const { deck, path, stdout, stderr, write } = await onDeck();
  await using _deck = deck;
  expect(await write()).toBe(0);
  const { calls } = diagnosticsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  await deck.stop();
  const out = createOutput({ json: true, stdout: { write: () => {} }, stderr: { write: (text) => stderr.push(text) } });
  const why = failures.databaseUnreadable(deck.dataDir, 'SQLITE_NOTADB');
  const other = `${path}.closed.json`;
  expect(diagnosticsWithout(why, { dataDir: deck.dataDir, file: other, out })).toBe(0);
  const made = diagnosticsSchema.parse(JSON.parse(readFileSync(other, 'utf8')));
  expect(made.state).toEqual({ notOpened: why });
  expect(made.calls.entries.slice(0, calls.entries.length)).toEqual(calls.entries);
  expect(stdout).toHaveLength(1);
  expect(stderr.join('')).toContain("Pilot Companion can't open its data.");
});
