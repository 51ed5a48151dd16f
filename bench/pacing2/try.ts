import { families, heldOut } from '../pacing/families.ts';
import { oracle, run } from '../pacing/simulation.ts';
import { peers } from './peers2.ts';
import { createBelief2 as createBelief } from './belief2.ts';
const seeds = Number(process.argv[2] ?? 12), filter = process.argv[3] ?? '';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const cacheFile = `/tmp/h2/peers-${seeds}.json`;
const cache: Record<string, { score: number; text: string }> = existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, 'utf8')) : {};
const med = (x: number[]) => x.toSorted((a, b) => a - b)[x.length >> 1]!;
const all: Record<string, () => any> = { ours: createBelief, ...peers };
let [sum, count, behind] = [0, 0, 0];
console.log('family'.padEnd(42), Object.keys(all).map((n) => n.padStart(17)).join(''));
for (const f of families) {
  if (!f.name.includes(filter)) continue;
  const cells: string[] = []; const scores: number[] = [];
  for (const [name, make] of Object.entries(all)) {
    const key = `${f.name}|${name}`; if (name !== 'ours' && cache[key]) { scores.push(cache[key]!.score ?? 1e9); cells.push(cache[key]!.text); continue; }
    const ratio: number[] = [], ref: number[] = [], score: number[] = [];
    for (let seed = 1; seed <= seeds; seed += 1) { const c = f.course(seed); const o = oracle(c); const r = run(c, make()); ratio.push(r.durationMs / o); ref.push(r.refusals); score.push(r.durationMs / o + 0.02 * r.refusals); }
    scores.push(med(score)); const text = (`${med(score).toFixed(2)} ${Math.max(...score).toFixed(1)} (${med(ref)})`.padStart(17)); cells.push(text);
    if (name !== 'ours') cache[key] = { score: med(score), text };
  }
  const best = Math.min(...scores.slice(1)); sum += scores[0]!; count += 1; if (scores[0]! > best + 0.02) behind += 1;
  if (process.env['SHORT']) process.stdout.write(`${cells[0]!.trim()}${scores[0]! <= best + 0.02 ? '' : ` B${(scores[0]! - best).toFixed(2)}`} | `); else console.log(f.name.padEnd(42), cells.join(''), scores[0]! <= best + 0.02 ? '' : `  BEHIND ${(scores[0]! - best).toFixed(2)}`);
}

writeFileSync(cacheFile, JSON.stringify(cache)); console.log(`mean ${(sum / count).toFixed(3)}; behind in ${behind} of ${count}`);
