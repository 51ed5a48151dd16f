// `accounts`: the signed-in pilots, and switching between them, as text and as JSON.
import { describe, expect, onTestFinished, test } from 'vitest';
import { accounts } from '../../../../main/node/cli/commands/account-commands.ts';
import { accountLineSchema } from '../../../../main/node/cli/json/json-lines.ts';
import type { Opened } from '../../../../main/node/host/open-companion.ts';
import { openFlightDeck } from '../../../support/flight-deck.ts';
import { givenOf } from '../../given.ts';

async function twoPilots() {
  const deck = await openFlightDeck();
  onTestFinished(() => deck[Symbol.asyncDispose]());
  async function run(args: string[], json = false) {
    const { given, said } = givenOf({ args, json });
    return { code: await accounts({ companion: deck.companion() } as Opened, given), ...said };
  }
  return { deck, run };
}

describe('accounts', () => {
  test('lists the signed-in pilots, marks the active one and counts the reports of each', async () => {
    const { deck, run } = await twoPilots();
    await deck.answer('uploads.pause', {});
    await deck.drop(deck.image('mine.png'));
    await deck.signInAs('second');
    expect(await run([])).toEqual({ code: 0, stdout: '  Demo Pilot (1 waiting)\n* Second Pilot\n', stderr: '' });
    const lines = (await run([], true)).stdout.trim().split('\n');
    expect(lines.map((line) => accountLineSchema.parse(JSON.parse(line)).in_use)).toEqual([false, true]);
  });

  test.each([['Demo Pilot'], ['demo'], ['1']])('switches to %j without a new sign-in', async (name) => {
    const { deck, run } = await twoPilots();
    await deck.signInAs('second');
    const { code, stdout } = await run(['use', ...name.split(' ')]);
    expect(code).toBe(0);
    expect(stdout).toContain('Switched to Demo Pilot');
    expect((await deck.state()).account).toMatchObject({ status: 'signed-in', name: 'Demo Pilot' });
  });

  test('lists the pilots if the name is unknown, and changes nothing', async () => {
    const { deck, run } = await twoPilots();
    await deck.signInAs('second');
    expect(await run(['use', 'Carla'])).toMatchObject({ code: 2, stderr: expect.stringContaining('Demo Pilot (1)') });
    expect(await run(['use'])).toMatchObject({ code: 2 });
    expect(await run(['forget', 'Demo'])).toMatchObject({ code: 2 });
    expect((await deck.state()).account).toMatchObject({ name: 'Second Pilot' });
  });

  test('reports who is active after a sign-out, and that none is signed in after the last one', async () => {
    const { deck, run } = await twoPilots();
    await deck.signInAs('second');
    await deck.answer('account.signOut', {});
    expect((await run([])).stdout).toBe('* Demo Pilot\n');
    await deck.answer('account.signOut', {});
    expect((await run([])).stdout).toBe('No pilot is signed in to Emulator.\n');
    expect((await run(['use', 'Demo'])).stderr).toContain('Run `sign-in` first');
  });
});
