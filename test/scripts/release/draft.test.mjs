// The step of the release workflow that makes the draft, as GitHub runs it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { inRoot } from '../../../scripts/root.mjs';

/** @type {{ jobs: { publish: { steps: { name?: string, run?: string }[] } } }} */
const { jobs } = parse(readFileSync(inRoot('.github', 'workflows', 'release.yml'), 'utf8'));
const step = jobs.publish.steps.find(({ name }) => name === 'Make the draft')?.run ?? '';

test.skipIf(process.platform === 'win32').each([
  ['v1.2.3', []],
  ['v1.2.3-beta.1', ['--prerelease']],
])('the draft of %s is made with %j', (tag, more) => {
  const printed = execFileSync('bash', ['--norc', '-ec', `gh() { printf '%s\\n' "$@"; }\n${step}`], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], GITHUB_REF_NAME: tag },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const args = printed.trim().split('\n');
  expect(args.slice(0, -3)).toEqual(['release', 'create', tag, '--draft', '--verify-tag', ...more]);
});
