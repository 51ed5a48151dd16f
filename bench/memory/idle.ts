// Measures an idle companion: its timers and its processor time.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { alone, type Finding } from '../harness/finding.ts';
import { spreadOf } from '../harness/statistics.ts';

const measuredMs = 60_000;
type Counts = { readonly fired: Readonly<Record<string, number>>; readonly cpuMs: number };

/** The module that counts, for `startCompanion`. */
export const countTimers = new URL('count-timers.mjs', import.meta.url).href;

/**
 * In a minute: how often the busiest timer and all together fired a second, and the share of one core. `settleMs`: for the
 * work of the start.
 */
export async function* measureIdle(child: ChildProcess, what: string, settleMs = 20_000): AsyncGenerator<Finding> {
  await sleep(settleMs);
  const before = await counts(child);
  const startedAt = performance.now();
  await sleep(measuredMs);
  const after = await counts(child);
  const passedMs = performance.now() - startedAt;
  const perSecond = Object.entries(after.fired).map(
    ([place, count]) => (count - (before.fired[place] ?? 0)) / (passedMs / 1_000),
  );
  const together = perSecond.reduce((sum, one) => sum + one, 0);
  yield alone(
    { what: `the timer that fires most, ${what}`, unit: 'a second', target: { of: 'subject', atMost: 1 } },
    spreadOf([Math.max(0, ...perSecond)]),
    [`all timers together: ${together.toFixed(2)} a second`],
  );
  yield alone(
    { what: `processor time, ${what}`, unit: '% of a core', target: { of: 'subject', atMost: 0.5 } },
    spreadOf([(100 * (after.cpuMs - before.cpuMs)) / passedMs]),
  );
}

function counts(child: ChildProcess): Promise<Counts> {
  return new Promise((resolve) => {
    const hear = (chunk: unknown) => {
      const [, text] = /idle:(.*)/.exec(String(chunk)) ?? [];
      if (text === undefined) return;
      child.stdout!.off('data', hear);
      resolve(JSON.parse(text) as Counts);
    };
    child.stdout!.on('data', hear);
    child.kill('SIGUSR2');
  });
}
