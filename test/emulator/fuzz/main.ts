// The fuzz run as a command: `npm run fuzz:emulator`. Prints the seed, the counts and what was found; exits with 1 if
// there are findings.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCampaign, resend } from './campaign.ts';
import type { Finding, Tally } from './campaign.ts';
import { startEmulatorChild } from './process/emulator-child.ts';
import { targets } from './cases/fuzz-case.ts';
import type { FuzzCase, Target } from './cases/fuzz-case.ts';
import { runGigabytes, runRaces, runSlowSenders } from './pressure/pressure.ts';

const pressures = { races: runRaces, gigabytes: runGigabytes, slow: runSlowSenders };
const everything = [...targets, ...(Object.keys(pressures) as (keyof typeof pressures)[])];

const usage = `fuzz:emulator [--count N] [--seed S] [--target ${everything.join('|')}]… [--replay FILE]\n`;
const folder = resolve(import.meta.dirname, '../../../.cache/fuzz');
const defaultCount = 10_000;

type Wishes = {
  count: number;
  seed: number;
  wanted: readonly (typeof everything)[number][];
  replay: string | null;
};

function readWishes(): Wishes | null {
  try {
    const { values } = parseArgs({
      options: {
        count: { type: 'string' },
        seed: { type: 'string' },
        target: { type: 'string', multiple: true },
        replay: { type: 'string' },
      },
    });
    const count = Number(values.count ?? defaultCount);
    const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
    const wanted = everything.filter((target) => values.target?.includes(target) ?? true);
    const isKnown = values.target?.every((target) => everything.some((known) => known === target)) ?? true;
    const isRight = [count, seed].every((number) => Number.isInteger(number) && number >= 0) && isKnown;
    return isRight ? { count, seed, wanted, replay: values.replay ?? null } : null;
  } catch {
    return null;
  }
}

const say = (message: string) => void process.stdout.write(`${message}\n`);

function sayTally(tally: Tally): void {
  for (const target of targets) {
    const cases = tally.byTarget.get(target);
    if (cases === undefined) continue;
    const statuses = [...tally.byStatus]
      .filter(([key]) => key.startsWith(`${target} `))
      .map(([key, count]) => `${key.slice(target.length + 1)} × ${count}`);
    say(`  ${target.padEnd(10)} ${String(cases).padStart(6)} cases: ${statuses.toSorted().join(', ')}`);
  }
}

function sayFinding({ number, kind, message, smallest }: Finding, seed: number): void {
  say(`\nFOUND (${kind}): ${message}`);
  if (smallest === null) return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `seed-${seed}-case-${number}.json`);
  writeFileSync(
    file,
    `${JSON.stringify({ ...smallest, bytes: smallest.bytes.toString('base64'), kind, found: message }, null, 2)}\n`,
  );
  say(`  what was wrong with the request: ${smallest.message.join('; ')}`);
  say(
    `  the smallest that shows it, to the ${smallest.place} emulator${smallest.cuts.length === 0 ? '' : `, cut at ${smallest.cuts.join(' ')}`}:`,
  );
  say(`  ${JSON.stringify(smallest.bytes.toString('latin1').slice(0, 600))}`);
  say(`  again: npm run fuzz:emulator -- --replay ${file}`);
}

async function replay(file: string): Promise<number> {
  const read = JSON.parse(readFileSync(file, 'utf8')) as Omit<FuzzCase, 'bytes'> & { bytes: string };
  await using child = startEmulatorChild();
  const ports = await child.send('renew');
  const { statuses, finding } = await resend(child, { ...read, bytes: Buffer.from(read.bytes, 'base64') }, ports);
  say(`Answers: ${statuses.join(', ') || 'none'}.`);
  say(finding === null ? 'Nothing is wrong with that any more.' : `FOUND (${finding.kind}): ${finding.message}`);
  return finding === null ? 0 : 1;
}

async function fuzz({ count, seed, wanted }: Wishes): Promise<number> {
  say(`Seed ${seed}.`);
  const among = targets.filter((target) => wanted.includes(target));
  // Waiting for slow senders to be closed takes two minutes and no work, so it runs alongside the rest.
  const slow = wanted.includes('slow') ? runPressure('slow', seed) : Promise.resolve([]);
  const findings = among.length === 0 ? [] : await runCases(count, seed, among);
  for (const name of ['races', 'gigabytes'] as const) {
    if (wanted.includes(name)) findings.push(...(await runPressure(name, seed)));
  }
  findings.push(...(await slow));
  for (const finding of findings) sayFinding(finding, seed);
  const again = `npm run fuzz:emulator -- --seed ${seed} --count ${count}${wanted.length === everything.length ? '' : wanted.map((target) => ` --target ${target}`).join('')}`;
  say(`\n${findings.length} found. Again: ${again}`);
  return findings.length === 0 ? 0 : 1;
}

async function runCases(count: number, seed: number, among: readonly Target[]): Promise<Finding[]> {
  await using child = startEmulatorChild();
  await child.send('renew');
  const idle = await child.send('memory');
  const tally = await runCampaign(child, {
    seed,
    count,
    targets: among,
    onProgress: ({ cases, findings }) => {
      if (cases % 3200 === 0) say(`  ${cases} cases done, ${findings.length} found`);
    },
  });
  sayTally(tally);
  if (tally.lateOnce > 0) say(`  ${tally.lateOnce} cases were answered late once, and in time in five repeats`);
  if (child.ended() !== null) return tally.findings;
  await child.send('renew');
  // Closed connections are released slightly later.
  await sleep(1000);
  const after = await child.send('memory');
  const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  say(
    `  heap ${mib(idle.heapBytes)} before, ${mib(after.heapBytes)} after; process ${mib(idle.rssBytes)}, ${mib(after.rssBytes)}`,
  );
  const hasGrown = after.heapBytes - idle.heapBytes > mostGrowthBytes;
  const message = 'The heap does not go back to where it was.';
  return hasGrown ? [...tally.findings, { number: null, kind: 'memory', message, smallest: null }] : tally.findings;
}

async function runPressure(kind: keyof typeof pressures, seed: number): Promise<Finding[]> {
  await using child = startEmulatorChild();
  const wrong = await pressures[kind](child, seed, say);
  return wrong.map((message) => ({ number: null, kind, message, smallest: null }));
}

const mostGrowthBytes = 20 * 2 ** 20;

const wishes = readWishes();
if (wishes === null) process.stderr.write(usage);
process.exitCode = wishes === null ? 2 : await (wishes.replay === null ? fuzz(wishes) : replay(wishes.replay));
