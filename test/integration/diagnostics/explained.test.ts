// "Why was this file not uploaded?", by the whole companion against the emulator: one file, and every file in any sequence of
// events.
import { renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fc } from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import type { Explanation } from '../../../main/contract/explanation.ts';
import type { Strip } from '../../../main/contract/strip.ts';
import { openFlightDeck, pngOf, type FlightDeck } from '../../support/flight-deck.ts';
import { text } from '../../../main/node/host/text.ts';

const explain = (deck: FlightDeck, path: string) => deck.answer('files.explain', { path });

const watch = (deck: FlightDeck) => deck.answer('folders.add', { path: deck.screenshots, existing: false });

const listed = async (deck: FlightDeck, search = '') =>
  (await deck.answer('files.decisions', { text: search, after: null, limit: 200 })).files;

describe('every file of a folder’s history', () => {
  type Step =
    | { readonly do: 'whole' | 'half' | 'finish' | 'junk' | 'copy' | 'rename' | 'delete'; readonly n: number }
    | { readonly do: 'pass'; readonly ms: number }
    | { readonly do: 'restart' }
    | { readonly do: 'away' };
  const n = fc.nat({ max: 5 });
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ do: fc.constantFrom('whole', 'half', 'finish', 'junk', 'copy', 'rename', 'delete'), n }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('pass'), ms: fc.constantFrom(50, 300, 2_000, 31_000) }) },
    { weight: 1, arbitrary: fc.constantFrom<Step>({ do: 'restart' }, { do: 'away' }) },
  );

  const stateOf = (strip: Strip): Explanation['state'] => {
    if (strip.stage === 'held' || strip.stage === 'rejected') return 'needs-attention';
    if (strip.stage === 'approval') return 'approval';
    return ['waiting', 'uploading', 'unconfirmed'].includes(strip.stage) ? 'waiting' : 'uploaded';
  };

  async function live(deck: FlightDeck, steps: readonly Step[]): Promise<Set<string>> {
    const paths = new Set<string>();
    const at = (name: string) => {
      const path = join(deck.screenshots, name);
      paths.add(path);
      return path;
    };
    const isThere = new Map<number, 'whole' | 'half' | 'other'>();
    for (const one of steps) {
      if (one.do === 'pass') await deck.pass(one.ms);
      else if (one.do === 'restart') await deck.restart();
      else if (one.do === 'away') {
        renameSync(deck.screenshots, `${deck.screenshots}.away`);
        await deck.pass(40_000);
        renameSync(`${deck.screenshots}.away`, deck.screenshots);
        await deck.pass(40_000);
      } else {
        const path = at(`shot-${one.n}.png`);
        const known = isThere.get(one.n);
        const whole = pngOf(`shot ${one.n}`);
        const write = (content: Buffer | string, what: 'whole' | 'half' | 'other') => {
          writeFileSync(path, content);
          isThere.set(one.n, what);
        };
        if (one.do === 'whole' || (one.do === 'finish' && known === 'half')) write(whole, 'whole');
        else if (one.do === 'half') write(whole.subarray(0, 40), 'half');
        else if (one.do === 'junk') write(`junk ${one.n}`, 'other');
        else if (one.do === 'copy' && known === 'whole') writeFileSync(at(`copy-${one.n}.png`), whole);
        else if (known !== undefined && (one.do === 'rename' || one.do === 'delete')) {
          if (one.do === 'rename') renameSync(path, at(`renamed-${one.n}.png`));
          else unlinkSync(path);
          isThere.delete(one.n);
        }
      }
    }
    return paths;
  }

  test('has a last decision that agrees with the queue, for any history', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        await using deck = await openFlightDeck();
        await watch(deck);
        await live(deck, steps);
        await deck.pass(65_000);
        const strips = new Map((await deck.strips()).map((strip) => [strip.id, strip]));
        const rows = await listed(deck);
        const folder = (await deck.state()).folders[0]!;
        const explanations = await Promise.all(rows.map((row) => explain(deck, row.path)));
        // The log and the history of a file's report agree with the board.
        const onBoard = rows.map(({ path, stripId }) => {
          const strip = stripId === null ? undefined : strips.get(stripId);
          return { path, state: strip ? stateOf(strip) : 'not-added' };
        });
        expect(rows.map(({ path, state }) => ({ path, state }))).toEqual(onBoard);
        expect(explanations.map(({ path, state }) => ({ path, state }))).toEqual(onBoard);
        expect(rows.filter((row) => text(row.message) === '')).toEqual([]);
        expect(explanations.filter((explanation) => text(explanation.headline) === '')).toEqual([]);
        const told = new Set(rows.map((row) => row.stripId));
        // Each report of the queue has a file with its history, and so has each file that is still incomplete.
        expect([...strips.keys()].filter((id) => !told.has(id))).toEqual([]);
        const growing = rows.filter((row) => row.rule === 'growing' || row.rule === 'waiting');
        expect(folder.growing).toBeLessThanOrEqual(growing.length);
        expect(folder.skipped.filter(({ name }) => !rows.some((row) => row.name === name))).toEqual([]);
      }),
      { numRuns: 8, seed: 20_261_121 },
    );
  });
});

test('what happened to its sign-in and its folder is among the lines of a file', async () => {
  await using deck = await openFlightDeck({ signedIn: false });
  await watch(deck);
  renameSync(deck.screenshots, `${deck.screenshots}.away`);
  await deck.pass(70_000);
  renameSync(`${deck.screenshots}.away`, deck.screenshots);
  await deck.pass(70_000);
  const path = deck.image('a.png', deck.screenshots);
  await deck.until(async () => (await deck.strips('queue')).length === 1);
  await deck.pass(60_000);
  await deck.signIn();
  await deck.until(() => deck.sent().length === 1);
  await deck.pass(1_000);
  const ids = (await explain(deck, path)).lines.map((line) => line.message.id);
  const told = ['failure.folderUnavailable', 'decision.folderBack', 'decision.signedOut', 'decision.signedInAgain'];
  expect(ids).toEqual(expect.arrayContaining(told));
});
