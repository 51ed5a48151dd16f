// The whole companion and the emulator in virtual time, in random worlds. A failure prints the shrunk script as
// MODEL_SCRIPT='[…]', which plays it again and prints what happened. MODEL_SECONDS sets for how long worlds are drawn (30 by
// default), PROPERTY_SEED which.
import { expect, test } from 'vitest';
import { fc, seed } from '../support/fast-check.ts';
import { check, checkEnd, checkSecrets } from './invariants.ts';
import { firstScripts, play, script, type Script } from './steps.ts';
import { openWorld, type World } from './world.ts';

const seconds = Number(process.env['MODEL_SECONDS'] ?? 30);
const given = process.env['MODEL_SCRIPT'];
/** In real time: a world that takes longer hangs. */
const longestWorldMs = 60_000;
const longestShrinkingMs = 300_000;

async function playScript(steps: Script, world: World) {
  for (const [step, ms] of steps) {
    await play(world, step);
    await world.deck.pass(ms);
    await check(world);
    checkSecrets(world);
  }
  await checkEnd(world);
  checkSecrets(world);
}

async function playAgain(steps: Script) {
  await using world = await openWorld();
  try {
    await playScript(steps, world);
  } catch (error) {
    console.info((await world.histories()).join('\n'));
    throw error;
  }
}

async function playOnce(steps: Script) {
  await using world = await openWorld();
  await playScript(steps, world);
}

const timeout = seconds * 1_000 + longestWorldMs + longestShrinkingMs;

const run = (options: fc.Parameters<[Script]>) =>
  fc.check(fc.asyncProperty(script, playOnce), { timeout: longestWorldMs, ...options });

function failure(found: fc.RunDetails<[Script]>, which: string) {
  const { counterexample, errorInstance: cause } = found;
  return new Error(`${which}; again: MODEL_SCRIPT='${JSON.stringify(counterexample?.[0])}'`, { cause });
}

test('keeps its promises in every world', { timeout }, async () => {
  if (given !== undefined) return playAgain(JSON.parse(given) as Script);
  const endsAt = performance.now() + seconds * 1_000;
  const examples = firstScripts.map((one): [Script] => [one]);
  const first = await run({ examples, numRuns: examples.length, endOnFailure: true });
  if (first.failed) throw failure(first, 'A first script');
  expect(first.numRuns).toBe(examples.length);
  // Each world has a seed of its own, and shrinking has its own time.
  for (let worlds = 0; worlds === 0 || performance.now() < endsAt; worlds += 1) {
    const drawn = { seed: seed + worlds, numRuns: 1 };
    const found = await run({ ...drawn, endOnFailure: true });
    if (!found.failed) continue;
    // A world that hangs goes on beside those that are tried after it.
    const isHanging = String(found.errorInstance).includes('timeout');
    const shrunk = isHanging ? found : await run({ ...drawn, interruptAfterTimeLimit: longestShrinkingMs });
    throw failure(shrunk.failed ? shrunk : found, `World ${drawn.seed}`);
  }
});
