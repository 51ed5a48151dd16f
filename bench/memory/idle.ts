// Measures the idle companion: its timers and its processor time.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const settleMs = 20_000;
const measuredMs = 60_000;
type Counts = { readonly fired: Readonly<Record<string, number>>; readonly cpuMs: number };

/** The module that counts, for `startCompanion`. */
export const countTimers = new URL('count-timers.mjs', import.meta.url).href;

/** In a minute: how often the busiest timer and all together fired a second, and the share of one core. */
export async function measureIdle(child: ChildProcess) {
  await sleep(settleMs);
  const before = await counts(child);
  const startedAt = performance.now();
  await sleep(measuredMs);
  const after = await counts(child);
  const passedMs = performance.now() - startedAt;
  const perSecond = Object.entries(after.fired).map(
    ([place, count]) => (count - (before.fired[place] ?? 0)) / (passedMs / 1_000),
  );
  return {
    busiest: Math.max(0, ...perSecond),
    together: perSecond.reduce((sum, one) => sum + one, 0),
    share: (after.cpuMs - before.cpuMs) / passedMs,
  };
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
