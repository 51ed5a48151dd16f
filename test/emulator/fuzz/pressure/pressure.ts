// What the fuzz command does besides its cases: races, rejections at full speed, and slow senders. Each prints its
// observations and returns the errors.

import { createChance } from '../../../support/chance.ts';
import type { EmulatorChild } from '../process/emulator-child.ts';
import { raceExchanges, raceRefreshes, raceUploads } from './races.ts';
import { runRejections } from './rejections.ts';
import { startSlowSenders } from './slow-senders.ts';
import type { SlowKind } from './slow-senders.ts';

type Say = (message: string) => void;
export type Pressure = (child: EmulatorChild, seed: number, say: Say) => Promise<string[]>;

const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;

const races = [
  ['renewals with one token', 'extended', raceRefreshes],
  ['exchanges of one code', 'extended', raceExchanges],
  ['uploads in one wait', 'strict', raceUploads],
] as const;

export const runRaces: Pressure = async (child, seed, say) => {
  const wrong: string[] = [];
  const ports = await child.send('renew');
  for (const [name, place, race] of races) {
    for (let runners = 1; runners <= 50; runners += 1) {
      const secrets = (await child.send('refill', 1))[place][0]!;
      const why = await race(ports[place], secrets, runners, createChance(`${seed}:${name}:${runners}`));
      if (why !== null) wrong.push(`Of ${runners} ${name} at once: ${why}.`);
    }
    say(`  races: 50 of 1 to 50 ${name}`);
  }
  return wrong;
};

const mostGrowthBytes = 150 * 2 ** 20;

export const runGigabytes: Pressure = async (child, _seed, say) => {
  const { pushed, idleBytes, peakBytes } = await runRejections(child, 2 ** 30);
  for (const { name, status } of pushed) say(`  a gigabyte ${name}: ${status ?? 'no answer'}`);
  say(`  memory ${mib(idleBytes)} before, at most ${mib(peakBytes)} while all of them were pushed at once`);
  const wrong = pushed
    .filter(({ status, wanted, isAlive }) => status !== wanted || !isAlive)
    .map(
      ({ name, status, wanted }) => `A gigabyte ${name} was answered with ${status} where ${wanted} and more is due.`,
    );
  const grown = peakBytes - idleBytes;
  return grown < mostGrowthBytes ? wrong : [...wrong, `The memory grew by ${mib(grown)} while it refused.`];
};

/** docs/emulator/quick-start.md: 60 seconds for a head, 120 for a request, checked every 30; plus the time of the checks. */
const longestMs: Record<SlowKind, number> = { 'say nothing': 95_000, 'send a head': 95_000, 'send a body': 155_000 };
const slowCount = 1000;
const mostServiceMs = 2000;

export const runSlowSenders: Pressure = async (child, _seed, say) => {
  const ports = await child.send('renew');
  const slow = await startSlowSenders(child, ports.extended, slowCount);
  try {
    const { slowestMs, why } = await slow.serve(20);
    say(
      `  ${slowCount} slow senders: others are served in ${slowestMs.toFixed(0)} ms at most; now until they are ended…`,
    );
    const wrong = why === null ? [] : [`Beside slow senders ${why}.`];
    if (slowestMs > mostServiceMs)
      wrong.push(`Beside slow senders a sign-in and an upload took ${slowestMs.toFixed(0)} ms.`);
    await slow.ended(Math.max(...Object.values(longestMs)));
    for (const kind of Object.keys(longestMs) as SlowKind[]) {
      const ends = slow.all.filter((one) => one.kind === kind);
      const lasted = ends.map(({ endedAfterMs }) => endedAfterMs ?? Number.POSITIVE_INFINITY);
      const answers = new Set(ends.map(({ received }) => received.split('\r\n', 1)[0] || 'no answer'));
      say(
        `  those that ${kind}: ended after ${seconds(Math.min(...lasted))} to ${seconds(Math.max(...lasted))}, with ${[...answers].join(', ')}`,
      );
      if (Math.max(...lasted) > longestMs[kind])
        wrong.push(`Some that ${kind} are not ended in ${seconds(longestMs[kind])}.`);
    }
    return wrong;
  } finally {
    slow.stop();
  }
};
