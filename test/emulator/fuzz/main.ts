// The fuzz run as a command: `npm run fuzz:emulator`. Prints the seed, the counts and what was found; ends with 1 where
// something was.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCampaign, resend } from './campaign.ts';
import type { Finding, Tally } from './campaign.ts';
import { startEmulatorChild } from './emulator-child.ts';
import { targets } from './fuzz-case.ts';
import type { FuzzCase, Target } from './fuzz-case.ts';

const usage = `fuzz:emulator [--count N] [--seed S] [--target ${targets.join('|')}] [--replay FILE]\n`;
const folder = resolve(import.meta.dirname, '../../../.cache/fuzz');
const defaultCount = 15_000;

interface Wishes {
  count: number;
  seed: number;
  targets: readonly Target[];
  replay: string | null;
}

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
    const wanted = targets.filter((target) => values.target?.includes(target) ?? true);
    const isRight = [count, seed].every((number) => Number.isInteger(number) && number >= 0) && wanted.length > 0;
    return isRight ? { count, seed, targets: wanted, replay: values.replay ?? null } : null;
  } catch {
    return null;
  }
}

const say = (words: string) => void process.stdout.write(`${words}\n`);

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

function sayFinding({ number, kind, words, smallest }: Finding, seed: number): void {
  say(`\nFOUND (${kind}): ${words}`);
  if (smallest === null) return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `seed-${seed}-case-${number}.json`);
  writeFileSync(
    file,
    `${JSON.stringify({ ...smallest, bytes: smallest.bytes.toString('base64'), kind, found: words }, null, 2)}\n`,
  );
  say(`  what was wrong with the request: ${smallest.words.join('; ')}`);
  say(
    `  the smallest that shows it, to the ${smallest.place} emulator${smallest.cuts.length === 0 ? '' : `, cut at ${smallest.cuts.join(' ')}`}:`,
  );
  say(`  ${JSON.stringify(smallest.bytes.toString('latin1').slice(0, 600))}`);
  say(`  again: npm run fuzz:emulator -- --replay ${file}`);
}

async function replay(file: string): Promise<number> {
  const read = JSON.parse(readFileSync(file, 'utf8')) as Omit<FuzzCase, 'bytes'> & { bytes: string };
  await using child = startEmulatorChild();
  const ports = await child.tell('renew');
  const { statuses, finding } = await resend(child, { ...read, bytes: Buffer.from(read.bytes, 'base64') }, ports);
  say(`Answers: ${statuses.join(', ') || 'none'}.`);
  say(finding === null ? 'Nothing is wrong with that any more.' : `FOUND (${finding.kind}): ${finding.words}`);
  return finding === null ? 0 : 1;
}

async function fuzz({ count, seed, targets: wanted }: Wishes): Promise<number> {
  say(`Seed ${seed}, ${count} cases: ${wanted.join(', ')}.`);
  await using child = startEmulatorChild();
  await child.tell('renew');
  const idle = await child.tell('memory');
  const tally = await runCampaign(child, {
    seed,
    count,
    targets: wanted,
    onProgress: ({ cases, findings }) => {
      if (cases % 3200 === 0) say(`  ${cases} done, ${findings.length} found`);
    },
  });
  sayTally(tally);
  if (child.ended() === null) {
    await child.tell('renew');
    const after = await child.tell('memory');
    const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
    say(
      `  memory ${mib(idle.rssBytes)} before, ${mib(after.rssBytes)} after (heap ${mib(idle.heapBytes)}, ${mib(after.heapBytes)})`,
    );
    if (after.heapBytes - idle.heapBytes > mostGrowthBytes) {
      tally.findings.push({
        number: null,
        kind: 'memory',
        words: 'The heap does not go back to where it was.',
        smallest: null,
      });
    }
  }
  for (const finding of tally.findings) sayFinding(finding, seed);
  say(
    `\n${tally.cases} cases, ${tally.findings.length} found. Again: npm run fuzz:emulator -- --seed ${seed} --count ${count}`,
  );
  return tally.findings.length === 0 ? 0 : 1;
}

const mostGrowthBytes = 30 * 2 ** 20;

const wishes = readWishes();
if (wishes === null) process.stderr.write(usage);
process.exitCode = wishes === null ? 2 : await (wishes.replay === null ? fuzz(wishes) : replay(wishes.replay));
