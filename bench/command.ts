// `npm run bench`: lists the benchmarks, or runs one and prints its findings. No figure changes the exit code.

import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { parseArgs } from 'node:util';
import { fullEffort, quickEffort, type Benchmark } from './harness/benchmark.ts';
import { findingText, summaryText, type Finding } from './harness/finding.ts';

/** Returns the exit code: 0, or 2 for invalid arguments. */
export async function runBenchCommand(
  argv: readonly string[],
  benchmarks: readonly Benchmark[],
  out: (text: string) => void,
): Promise<number> {
  let chosen: Benchmark | null = null;
  let isQuick = false;
  try {
    const options = { help: { type: 'boolean', short: 'h' }, quick: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const [name, ...parts] = positionals;
    if (!values.help && name !== undefined) chosen = chosenParts(benchmarks, name, parts);
    isQuick = values.quick;
  } catch (error) {
    out(`${(error as Error).message}\n\n${usage(benchmarks)}`);
    return 2;
  }
  if (chosen === null) out(usage(benchmarks));
  else await run(chosen, isQuick, out);
  return 0;
}

/** Throws if there is no such benchmark or part. */
function chosenParts(benchmarks: readonly Benchmark[], name: string, parts: readonly string[]): Benchmark {
  const benchmark = benchmarks.find((one) => one.name === name);
  if (benchmark === undefined) throw new Error(`There is no benchmark ${name}.`);
  const unknown = parts.find((part) => !Object.hasOwn(benchmark.parts, part));
  if (unknown !== undefined) throw new Error(`The benchmark ${name} has no part ${unknown}.`);
  const chosen = Object.entries(benchmark.parts).filter(([part]) => parts.length === 0 || parts.includes(part));
  return { ...benchmark, parts: Object.fromEntries(chosen) };
}

async function run({ about, parts }: Benchmark, isQuick: boolean, out: (text: string) => void): Promise<void> {
  const memoryGiB = Math.round(totalmem() / 1024 ** 3);
  const processor = `${cpus()[0]?.model.trim() ?? 'unknown'}, cores: ${availableParallelism()}, ${memoryGiB} GiB`;
  out(`${about}\n${processor}, Node ${process.version}, ${type()} ${release()}; ${new Date().toISOString()}\n`);
  if (isQuick) out('A short run: the figures mean little.\n');
  out('Figures: the median (the least … the quartiles … the most; how many).\n\n');
  const findings: Finding[] = [];
  for (const part of Object.values(parts)) {
    for await (const finding of part(isQuick ? quickEffort : fullEffort)) {
      findings.push(finding);
      out(`${findingText(finding)}\n`);
    }
  }
  out(summaryText(findings));
}

const usage = (benchmarks: readonly Benchmark[]): string =>
  [
    'npm run bench -- NAME [PART…] [--quick]',
    '',
    ...benchmarks.flatMap(({ name, about, parts }) => [`  ${name}: ${about}`, `    ${Object.keys(parts).join(' ')}`]),
    '',
    '--quick shows in a minute that everything runs. See docs/evidence.md.',
    '',
  ].join('\n');
