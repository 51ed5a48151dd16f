import { families } from '../pacing/families.ts';
import { oracle, run } from '../pacing/simulation.ts';
import { peers } from './peers2.ts';
import { createBelief as createBelief2 } from './belief.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const file = '/tmp/h2/sweep-peers.json';
const cache: Record<string, number> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const med = (x: number[]) => { const s = x.toSorted((a, b) => a - b), n = s.length; return (s[(n - 1) >> 1]! + s[n >> 1]!) / 2; };
let [sum, count, behind, hinge] = [0, 0, 0, 0]; const out: string[] = []; let isNew = false;
for (const f of families) {
  if (f.name.startsWith('1 ')) continue;
  const constant = f.name.startsWith('100 reports') && !f.name.includes('–');
  if (constant && !/wait (0|1|2|5|10|60) s/.test(f.name)) continue;
  const seeds = constant ? 1 : /^(2|3|5|7|10) reports|5 reports/.test(f.name) ? 14 : f.name.startsWith('20') ? 8 : 5;
  const scores = (make: any) => { const r: number[] = [], k: number[] = []; for (let s = 21; s < 21 + seeds; s += 1) { const c = f.course(s); const x = run(c, make()); r.push(x.durationMs / oracle(c) + 0.02 * x.refusals); k.push(x.refusals); } return [med(r), Math.max(...r), med(k)] as const; };
  if (cache[f.name] === undefined) { cache[f.name] = Math.min(...Object.values(peers).map((p) => scores(p)[0]).map((x) => x ?? 1e9)); isNew = true; }
  const [m, most, k] = scores(createBelief2); const d = m - cache[f.name]!;
  sum += m; count += 1; hinge += Math.max(0, d - 0.02); if (d > 0.02) behind += 1;
  out.push(`${f.name.slice(0, 14)}: ${m.toFixed(2)} ${most.toFixed(1)} (${k})${d > 0.02 ? ` B${d.toFixed(2)}` : ''}`);
}
if (isNew) writeFileSync(file, JSON.stringify(cache));
console.log(`${process.argv[2]} mean ${(sum / count).toFixed(3)} behind ${behind} hinge ${hinge.toFixed(2)} | ${out.join(' | ')}`);
