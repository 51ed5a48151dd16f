// `npm run bench`: lists the benchmarks, or runs one and prints its findings. No figure changes the exit code.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fullEffort, quickEffort } from './harness/benchmark.ts';
import type { Benchmark, Effort } from './harness/benchmark.ts';
import { isReached } from './harness/finding.ts';
import type { Finding } from './harness/finding.ts';
import { describeMachine, machineSummary } from './harness/machine.ts';
import { unpinned, type Pinning } from './harness/pinning.ts';
import { findingText, summaryText } from './harness/report.ts';

type Arguments = {
  benchmark: Benchmark;
  parts: string[];
  effort: Effort;
  jsonFile: string | null;
};

type BenchCommand = {
  benchmarks: readonly Benchmark[];
  /** Called only if there is something to measure. */
  pin(): Pinning;
  out(text: string): void;
};

/** Returns the exit code: 0, or 2 for invalid arguments. */
export async function runBenchCommand(
  argv: readonly string[],
  { benchmarks, pin, out }: BenchCommand,
): Promise<number> {
  const read = readArguments(argv, benchmarks);
  if (typeof read === 'string') {
    out(`${read}\n\n${usage(benchmarks)}`);
    return 2;
  }
  if (read === null) {
    out(usage(benchmarks));
    return 0;
  }
  const { benchmark, parts, effort, jsonFile } = read;
  const at = new Date().toISOString();
  const machine = describeMachine();
  const pinning = benchmark.usesAllCores ? unpinned('it uses all of them, as the app does') : pin();
  const short = effort.isWhole ? '' : '; a short run, so the figures mean little';
  out(`${benchmark.about}\n${machineSummary(machine)}\n${at.slice(0, 10)}; ${pinning.message}${short}\n`);
  out('Figures: the median (the least … the quartiles … the most; how many).\n\n');

  const findings: Finding[] = [];
  for (const part of parts) {
    for await (const finding of benchmark.parts[part]!({ effort, pinning })) {
      findings.push(finding);
      out(`${findingText(finding)}\n`);
    }
  }
  out(summaryText(findings));
  if (jsonFile !== null) {
    const rows = findings.map((finding) => ({ ...finding, isReached: isReached(finding) }));
    const run = { benchmark: benchmark.name, at, machine, pinning: pinning.message, effort, findings: rows };
    writeFileSync(jsonFile, `${JSON.stringify(run, null, 2)}\n`);
  }
  return 0;
}

/** Returns what to run, null for the list of benchmarks, or an error message. */
function readArguments(argv: readonly string[], benchmarks: readonly Benchmark[]): Arguments | string | null {
  const options = {
    help: { type: 'boolean', short: 'h' },
    quick: { type: 'boolean' },
    json: { type: 'string' },
  } as const;
  let parsed;
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    return (error as Error).message;
  }
  const { values, positionals } = parsed;
  const [name, ...parts] = positionals;
  if (values.help || name === undefined) return null;
  const benchmark = benchmarks.find((other) => other.name === name);
  if (benchmark === undefined) return `There is no benchmark ${name}.`;
  const unknown = parts.find((part) => !Object.hasOwn(benchmark.parts, part));
  if (unknown !== undefined) return `The benchmark ${name} has no part ${unknown}.`;
  return {
    benchmark,
    parts: parts.length > 0 ? parts : Object.keys(benchmark.parts),
    effort: values.quick ? quickEffort : fullEffort,
    jsonFile: values.json ?? null,
  };
}

const usage = (benchmarks: readonly Benchmark[]): string =>
  [
    'npm run bench -- NAME [PART…] [--quick] [--json FILE]',
    '',
    ...benchmarks.flatMap(({ name, about, parts }) => [`  ${name}: ${about}`, `    ${Object.keys(parts).join(' ')}`]),
    '',
    '--quick shows in a minute that everything runs; --json writes all figures to a file. See docs/evidence.md.',
    '',
  ].join('\n');
