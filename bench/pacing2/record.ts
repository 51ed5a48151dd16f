import { families, heldOut } from '../pacing/families.ts';
import { oracle, run } from '../pacing/simulation.ts';
import { createOurs } from '../pacing/ours.ts';
import { writeFileSync } from 'node:fs';
const med = (x: number[]) => x.toSorted((a, b) => a - b)[x.length >> 1]!;
const row = (r: { t: number; k: number }[]) => ({ time: +med(r.map((x) => x.t)).toFixed(3), refusals: med(r.map((x) => x.k)), score: +med(r.map((x) => x.t + 0.02 * x.k)).toFixed(3), worst: +Math.max(...r.map((x) => x.t + 0.02 * x.k)).toFixed(3) });
const out: any = {};
for (const f of [...families, ...heldOut]) {
  const cold: any[] = [], warm: any[] = [];
  for (let seed = 1001; seed <= 1011; seed += 1) {
    const c = f.course(seed), o = oracle(c), one = createOurs();
    const a = run(c, one as any); cold.push({ t: a.durationMs / o, k: a.refusals });
    const b = run(c, createOurs(one.memory()) as any); warm.push({ t: b.durationMs / o, k: b.refusals });
  }
  out[f.name] = { cold: row(cold), warm: row(warm) };
}
writeFileSync('/tmp/h2/recorded.json', JSON.stringify(out, null, 1));
