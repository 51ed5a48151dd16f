import { families } from '../pacing/families.ts';
import { run, oracle } from '../pacing/simulation.ts';
import { createBelief2 as createBelief } from './belief2.ts';
const f = families.find((x) => x.name.includes(process.argv[2]!))!; const seed = Number(process.argv[3] ?? 1); const c = f.course(seed);
const s = createBelief(); let last = 0; const out: string[] = []; let i = 0;
const r = run(c, { next: s.next, answered(a, b, e) { out.push(`${((b - last) / 1000).toFixed(2)}${a.kind === 'accepted' ? '' : a.kind === 'too-fast' ? '!' : 'R'}`); if (a.kind === 'accepted') last = e; s.answered(a as never, b, e); i += 1; if (process.argv[4] && i === Number(process.argv[4])) console.log(s.debug().join('\n')); } });
console.log(out.join(' ')); console.log(r, oracle(c), r.durationMs / oracle(c)); console.log(s.debug().join('\n'));
