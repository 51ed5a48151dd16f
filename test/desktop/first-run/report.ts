// The report of a first run on real Electron: what a person attaches to an issue. It has no path, no name and no address
// of the computer that it was made on.

export type FirstRun = {
  readonly date: string;
  readonly commit: string;
  readonly versions: Readonly<Record<string, string>>;
  /** System, its release, architecture, and on Linux the kind of session. */
  readonly system: readonly string[];
  /** Titles of tests by how they ended. */
  readonly tests: { readonly passed: number; readonly failed: readonly string[]; readonly skipped: readonly string[] };
  /** From the start of the program to its shown window, each time on a new data folder. */
  readonly startMs: readonly number[];
  /** Working sets of all processes, the window at rest. */
  readonly memoryMb: number | null;
  /** File names beside the report. */
  readonly pictures: readonly string[];
};

type TestFile = { readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[] };

/** `results`: of vitest's reporter `json`. */
export function testsOf(results: { readonly testResults: readonly TestFile[] }): FirstRun['tests'] {
  const all = results.testResults.flatMap(({ assertionResults }) => assertionResults);
  const titles = (isOne: (status: string) => boolean) =>
    all.filter(({ status }) => isOne(status)).map(({ fullName }) => fullName.trim());
  return {
    passed: titles((status) => status === 'passed').length,
    failed: titles((status) => status === 'failed'),
    skipped: titles((status) => status !== 'passed' && status !== 'failed'),
  };
}

const list = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines.map((line) => `- ${line}`), ''];

export function markdownOf({ date, commit, versions, system, tests, startMs, memoryMb, pictures }: FirstRun): string {
  const rows = [
    ['Date', date],
    ['Commit', commit],
    ['System', system.join(', ')],
    ...Object.entries(versions),
    ['Tests passed, failed, skipped', `${tests.passed}, ${tests.failed.length}, ${tests.skipped.length}`],
    ['Start to a shown window', startMs.length === 0 ? 'not measured' : `${startMs.join(', ')} ms`],
    ['Memory of all processes, at rest', memoryMb === null ? 'not measured' : `${memoryMb} MB`],
  ];
  return [
    '# First run on Electron',
    '',
    '| What | Value |',
    '|---|---|',
    ...rows.map(([name, value]) => `| ${name} | ${value} |`),
    '',
    ...list('Failed', tests.failed),
    ...list('Skipped', tests.skipped),
    ...pictures.flatMap((name) => [`![${name}](${name})`, '']),
  ].join('\n');
}
