// A companion whose data is damaged while it runs, against the emulator: no report has two records.
import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFlightDeck } from '../../support/flight-deck.ts';

test.each<[string, (path: string) => void, string?]>([
  ['without its header', (path) => writeFileSync(path, Buffer.from(readFileSync(path)).fill(0, 0, 100)), 'rescued'],
  ['of no bytes', (path) => truncateSync(path, 0), 'rescued'],
  ['that is gone', (path) => rmSync(path), 'rescued'],
  // The attempt journal has the outcome of each: there is nothing to ask.
  ['brought back from before the reports were sent', (path) => copyFileSync(`${path}.yesterday`, path)],
])('after a recovery of a database %s nothing is sent twice, and nothing is lost', async (_words, damage, told) => {
  await using deck = await openFlightDeck({ mode: 'extended', expectsMishaps: true });
  const path = join(deck.dataDir, 'companion.db');
  await deck.pass(1_000);
  await deck.answer('uploads.pause', {});
  await deck.drop(...['a.png', 'b.png', 'c.png', 'd.png'].map((name) => deck.image(name)));
  await deck.stop();
  copyFileSync(path, `${path}.yesterday`);
  await deck.restart();
  await deck.answer('uploads.resume', {});
  await deck.until(() => deck.sent().length === 2);
  await deck.stop();
  damage(path);
  await deck.restart();
  expect((await deck.state()).dataConcern?.code).toBe(told);
  // As the old data has it, the queue is paused.
  await deck.answer('uploads.resume', {});
  await deck.pass(180_000);
  const names = deck.sent();
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['a.png', 'b.png']));
  // What was not uploaded automatically waits for the pilot's decision, with its actions.
  const asked = await deck.strips('needs-attention');
  expect(names.length + asked.filter((strip) => !names.includes(strip.file?.name ?? '')).length).toBeGreaterThanOrEqual(
    4,
  );
  for (const strip of asked)
    expect(strip.actions).toEqual(expect.arrayContaining([expect.stringMatching(/upload-again|retry/)]));
});
