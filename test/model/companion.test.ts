// The whole companion and the emulator in virtual time, in random worlds. A failure prints the shrunk script;
// MODEL_SCRIPT='[…]' plays it again and prints what happened. MODEL_SECONDS sets for how long worlds are drawn (30 by
// default), PROPERTY_SEED which.
import { test } from 'vitest';
import { fc } from '../support/fast-check.ts';
import { check, checkEnd, checkSecrets } from './invariants.ts';
import { play, script, type Script } from './steps.ts';
import { openWorld, type World } from './world.ts';

const seconds = Number(process.env['MODEL_SECONDS'] ?? 30);
const given = process.env['MODEL_SCRIPT'];

async function playScript(steps: Script, world: World) {
  for (const [step, ms] of steps) {
    await play(world, step);
    await world.deck.pass(ms);
    await check(world);
  }
  checkSecrets(world);
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

test('keeps its promises in every world', { timeout: 3 * seconds * 1_000 + 120_000 }, async () => {
  if (given !== undefined) return playAgain(JSON.parse(given) as Script);
  await fc.assert(fc.asyncProperty(script, playOnce), {
    numRuns: 1_000_000,
    interruptAfterTimeLimit: seconds * 1_000,
    markInterruptAsFailure: false,
  });
});
