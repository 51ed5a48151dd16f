import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runBenchCommand } from '../../bench/command.ts';
import { emulator } from '../../bench/emulator/emulator.ts';
import { quickEffort } from '../../bench/harness/benchmark.ts';
import { alone } from '../../bench/harness/finding.ts';
import { unpinned } from '../../bench/harness/pinning.ts';
import { spreadOf } from '../../bench/harness/statistics.ts';
import type { Benchmark } from '../../bench/harness/benchmark.ts';

const counting: Benchmark = {
  name: 'counting',
  about: 'counts',
  parts: {
    async *one() {
      yield alone({ what: 'one', unit: 'things', target: { of: 'subject', atLeast: 5 } }, spreadOf([1]));
    },
    async *nine() {
      yield alone({ what: 'nine', unit: 'things', target: { of: 'subject', atLeast: 5 } }, spreadOf([9]));
    },
  },
};

// Keeps the test process unpinned.
const pin = () => unpinned('a test');

async function run(argv: readonly string[]) {
  let text = '';
  const code = await runBenchCommand(argv, { benchmarks: [counting], pin, out: (more) => void (text += more) });
  return { code, text };
}

describe('npm run bench', () => {
  test('lists the benchmarks without a name', async () => {
    const { code, text } = await run([]);
    expect(code).toBe(0);
    expect(text).toContain('  counting: counts\n    one nine\n');
  });

  test('runs all parts, prints the machine, and exits with 0 for any figures', async () => {
    const { code, text } = await run(['counting']);
    expect(code).toBe(0);
    expect(text).toContain(`Node ${process.version}`);
    expect(text).toContain('NOT reached  1.00  at least 5  one\nreached      9.00  at least 5  nine\n');
  });

  test('runs only the named parts', async () => {
    const { text } = await run(['counting', 'nine']);
    expect(text).not.toContain('  one\n');
  });

  test.each([
    [['swimming'], 'There is no benchmark swimming.'],
    [['counting', 'ten'], 'The benchmark counting has no part ten.'],
    [['counting', '--slow'], "Unknown option '--slow'"],
    [['counting', '--json'], "Option '--json <value>' argument missing"],
  ])('answers %j with: %s', async (argv, message) => {
    const { code, text } = await run(argv);
    expect(code).toBe(2);
    expect(text).toContain(message);
  });

  test('writes all figures to a file with --json', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    const file = join(folder, 'figures.json');
    try {
      await run(['counting', '--quick', '--json', file]);
      const written = JSON.parse(readFileSync(file, 'utf8')) as unknown;
      expect(written).toMatchObject({
        benchmark: 'counting',
        machine: { node: process.version },
        effort: quickEffort,
        findings: [
          { what: 'one', isReached: false, subject: { median: 1 } },
          { what: 'nine', isReached: true },
        ],
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the benchmark of the emulator', () => {
  test('runs every part against real servers, each with figures on both sides', async () => {
    const effort = { ...quickEffort, pairs: 1, roundMs: 20, warmUpMs: 10, starts: 1, repeats: 2, worldShare: 0.002 };
    const found: string[] = [];
    const runPart = async (name: string, part: (typeof emulator.parts)[string]) => {
      for await (const { subject, against, ratio } of part({ effort, pinning: pin() })) {
        found.push(name);
        expect(subject.median).toBeGreaterThan(0);
        expect(ratio === null).toBe(against === null);
      }
    };
    // All in parallel, because their speed doesn't matter here.
    await Promise.all(Object.entries(emulator.parts).map(([name, part]) => runPart(name, part)));
    expect(new Set(found)).toEqual(new Set(Object.keys(emulator.parts)));
  });
});
