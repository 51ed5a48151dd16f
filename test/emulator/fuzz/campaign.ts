// A run of many cases against emulators in a separate process: draws them, sends a few dozen at a time, checks the
// answers against the documentation, and checks from time to time that the world still works.

import { clientSecret } from '../open-emulator.ts';
import { converse } from './answers/conversation.ts';
import { drawCase } from './cases/draw-case.ts';
import type { EmulatorChild } from './process/emulator-child.ts';
import { fillMarks, marks, writesOf } from './cases/fuzz-case.ts';
import type { FuzzCase, Place, Secrets, Target } from './cases/fuzz-case.ts';
import { readAnswers, readRequests } from './answers/http-framing.ts';
import { shrink } from './shrink.ts';
import { judge } from './answers/verdict.ts';
import type { Verdict } from './answers/verdict.ts';
import { whyBroken } from './answers/world-works.ts';

export type Finding = {
  /** The case's number in the run; null if no single case is responsible. */
  number: number | null;
  kind: string;
  message: string;
  /** After shrinking. */
  smallest: FuzzCase | null;
};

export type Tally = {
  cases: number;
  byTarget: Map<Target, number>;
  /** By target and status; `none` if there was no answer. */
  byStatus: Map<string, number>;
  findings: Finding[];
  /** Answers that were late once, and in time whenever the case was repeated: the machine was busy. */
  lateOnce: number;
};

export type CampaignOptions = {
  seed: number;
  count: number;
  targets: readonly Target[];
  /** Called after each batch. */
  onProgress?: (tally: Tally) => void;
  /** The run ends early after this many findings. */
  mostFindings?: number;
};

const batchSize = 32;
const answerBoundMs = 5000;

export async function runCampaign(child: EmulatorChild, options: CampaignOptions): Promise<Tally> {
  const tally: Tally = { cases: 0, byTarget: new Map(), byStatus: new Map(), findings: [], lateOnce: 0 };
  const { mostFindings = 10 } = options;
  let ports = await child.send('renew');

  for (let from = 0; from < options.count && tally.findings.length < mostFindings; from += batchSize) {
    const size = Math.min(batchSize, options.count - from);
    const secrets = await child.send('refill', size);
    const found: [number, FuzzCase, NonNullable<Verdict['finding']>][] = [];
    await Promise.all(
      Array.from({ length: size }, async (_, index) => {
        const one = drawCase(options.seed, from + index, options.targets);
        const verdict = await send(one, ports, secrets[one.place][index]!);
        count(tally, one, verdict);
        if (verdict.finding !== null) found.push([from + index, one, verdict.finding]);
      }),
    );
    if (child.ended() !== null) {
      tally.findings.push({
        number: null,
        kind: 'crash',
        message: `${child.ended()}: ${child.errorOutput()}`,
        smallest: null,
      });
      return tally;
    }
    for (const [number, one, { kind, message }] of found.slice(0, mostFindings - tally.findings.length)) {
      if (tally.findings.some((other) => other.kind === kind && other.message === message)) continue;
      const shows = async (smaller: FuzzCase) => (await resend(child, smaller, ports)).finding?.kind === kind;
      if (timed.has(kind) && !(await isRepeated(() => shows(one)))) {
        tally.lateOnce += 1;
        continue;
      }
      tally.findings.push({ number, kind, message, smallest: await shrink(one, shows) });
    }
    for (const leak of (await child.send('leaks')).slice(0, 1)) {
      const message = `After case ${from} to ${from + size - 1}, the journal holds a secret: ${leak.slice(0, 2000)}`;
      tally.findings.push({ number: null, kind: 'journal', message, smallest: null });
    }
    if ((from / batchSize) % 20 === 0 || from + size >= options.count) {
      const why = await whyBroken(ports.extended, (await child.send('refill', 1)).extended[0]!);
      if (why !== null) {
        tally.findings.push({
          number: null,
          kind: 'world',
          message: `After ${from + size} cases: ${why}`,
          smallest: null,
        });
        ports = await child.send('renew');
      }
    }
    options.onProgress?.(tally);
  }
  return tally;
}

/** Findings caused by a time-out. */
const timed: ReadonlySet<string> = new Set(['open', 'silence', 'missing']);

async function isRepeated(shows: () => Promise<boolean>) {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (await shows()) return true;
  }
  return false;
}

/** The case alone, with fresh secrets. */
export async function resend(child: EmulatorChild, one: FuzzCase, ports: Record<Place, number>): Promise<Verdict> {
  const secrets = await child.send('refill', 1);
  return send(one, ports, secrets[one.place][0]!);
}

async function send(one: FuzzCase, ports: Record<Place, number>, secrets: Secrets): Promise<Verdict> {
  const bytes = fillMarks(one.bytes, secrets);
  const requests = readRequests(bytes);
  const methods = requests.whole.map(({ method }) => method);
  const received = await converse({
    port: ports[one.place],
    writes: writesOf(one, bytes),
    pauseMs: one.pauseMs,
    isEnough: (soFar) => readAnswers(soFar, methods).whole.length >= methods.length,
    boundMs: answerBoundMs,
  });
  return judge(one, bytes, received, [
    ...Object.keys(marks).map((name) => secrets[name as keyof Secrets]),
    clientSecret,
  ]);
}

function count(tally: Tally, { target }: FuzzCase, { statuses }: Verdict): void {
  const add = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);
  tally.cases += 1;
  add(tally.byTarget, target);
  for (const status of statuses.length === 0 ? ['none'] : statuses) add(tally.byStatus, `${target} ${status}`);
}
