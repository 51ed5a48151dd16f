// Every process reports the same state of a report and the account: the leader, a follower, one that has just started
// while nothing runs, and the next leader.
import { describe, expect, test } from 'vitest';
import type { Companion } from '../../../main/core/app/companion.ts';
import { concernOf } from '../../../main/node/cli/commands/status-command.ts';
import { status } from '../../../main/node/cli/commands/status-command.ts';
import type { Opened } from '../../../main/node/host/open-companion.ts';
import type { AppState } from '../../../main/contract/state.ts';
import { bays as allBays, type Strip } from '../../../main/contract/strip.ts';
import { givenOf } from '../../node/given.ts';
import { openFlightDeck, type FlightDeck } from '../../support/flight-deck.ts';

const application = 'pilot-companion-demo';

async function answer<T>(companion: Companion, name: string, input: unknown): Promise<T> {
  const result = await companion.handle(name, input);
  if (!result.ok) throw new Error(result.failure.message.id);
  return result.value as T;
}

/** The state and all strips, without times, which differ. */
async function said(companion: Companion) {
  const state = await answer<AppState>(companion, 'app.state', {});
  const strips: Strip[] = [];
  for (const bay of allBays) {
    strips.push(
      ...(await answer<{ strips: Strip[] }>(companion, 'strips.page', { bay, after: null, limit: 200 })).strips,
    );
  }
  const { account, connection, bays, queue, service } = state;
  const concern =
    account.status === 'signed-in' ? account.concern : account.status === 'signed-out' ? account.reason : null;
  const explained = await Promise.all(
    strips
      .filter(({ id }) => id.startsWith('job-'))
      .map(({ id }) => answer<{ state: string; headline: string }>(companion, 'files.explain', { stripId: id })),
  );
  return {
    status: account.status,
    concern: concern && { ...concernOf('account', concern), retry_at: null },
    connection: [connection.status, connection.concern?.message ?? null],
    bays,
    queue,
    canRead: service.canRead,
    strips: strips.map((one) => [one.id, one.bay, one.stage, one.actor, one.reason?.message, one.actions]),
    explained: explained.map(({ state: where }) => where),
  };
}

type Deck = FlightDeck;
const outbound = async (deck: Deck) => (await deck.strips('queue'))[0];

const states: readonly [string, (deck: Deck) => Promise<void>][] = [
  ['nothing but a settled queue', (deck) => deck.pass(5_000)],
  [
    'a paused queue',
    async (deck) => {
      await deck.pass(5_000);
      await deck.answer('uploads.pause', {});
      await deck.drop(deck.image(), deck.image());
    },
  ],
  [
    'answers that were lost',
    async (deck) => {
      await deck.pass(5_000);
      deck.addUploadFault({ type: 'drop', when: 'after' });
      await deck.drop(deck.image(), deck.image());
      await deck.until(async () => (await deck.state()).queue.unconfirmed > 0, 60_000);
      await deck.answer('uploads.pause', {});
    },
  ],
  [
    'no subscription',
    async (deck) => {
      await deck.pass(5_000);
      deck.emulator.applications.update(application, { writeEnabled: false });
      await deck.drop(deck.image(), deck.image());
      await deck.until(async () => (await outbound(deck))?.reason?.kind === 'write-not-enabled');
    },
  ],
  [
    'an application that is refused',
    async (deck) => {
      await deck.pass(5_000);
      deck.emulator.applications.update(application, { disabled: true });
      await deck.drop(deck.image());
      await deck.until(async () => (await outbound(deck))?.reason?.kind === 'application-refused');
      await deck.passQuickly(20 * 60_000);
    },
  ],
  [
    'a consent that was revoked',
    async (deck) => {
      await deck.pass(5_000);
      deck.emulator.consents.revoke({ pilot: 'demo' });
      await deck.drop(deck.image());
      await deck.until(async () => (await deck.state()).account.status === 'signed-out');
      await deck.pass(1_000);
    },
  ],
];

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  test.each(states)('with %s, every process reports the same', async (_, reach) => {
    await using deck = await openFlightDeck({ mode });
    await reach(deck);
    const running = await said(deck.companion());
    const beside = await deck.open({ work: 'none' });
    expect(await said(beside)).toEqual(running);
    await beside.stop();
    await deck.stop();
    const alone = await deck.open({ work: 'none' });
    expect(await said(alone)).toEqual(running);
    await alone.stop();
    await deck.restart();
    expect(await said(deck.companion())).toEqual(running);
  });
});

test('windows of a process beside the one that uploads see a report until it is completed', async () => {
  await using deck = await openFlightDeck({ checkDelayMs: 4_000, moderationShare: 0 });
  const beside = await deck.open({ work: 'none' });
  const seen: string[] = [];
  beside.subscribe((event) => {
    if (event.type === 'strips.changed') seen.push(...event.strips.map(({ stage }) => stage));
  });
  await deck.drop(deck.image());
  await deck.until(async () => (await deck.strips('completed')).length === 1, 120_000);
  await deck.pass(3_000);
  expect(seen.at(-1)).toBe('completed');
  await beside.stop();
});

test('status lists every question of a service without reading, also where it has just started and nothing runs', async () => {
  await using deck = await openFlightDeck({ mode: 'strict' });
  await states[2]![1](deck);
  const questions = (await deck.strips('needs-attention')).map(({ id }) => id);
  expect(questions.length).toBeGreaterThan(0);
  await deck.stop();
  const companion: Companion = await deck.open({ work: 'none' });
  const { given, said: printed } = givenOf({ json: true });
  await status({ companion } as Opened, given);
  expect(JSON.parse(printed.stdout)).toMatchObject({
    concerns: [{ about: 'queue', required_action: 'decision', reports: questions }],
  });
  await companion.stop();
});
