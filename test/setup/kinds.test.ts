import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob, posix } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf } from '../architecture/imports-of.ts';
import * as kinds from './kinds.ts';

const root = join(import.meta.dirname, '../..');
const tests = globSync('test/**/*.test.*', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
const isOf = ({ include, exclude }: typeof kinds.unit, path: string) =>
  include.some((glob) => matchesGlob(path, glob)) && !exclude.some((glob) => matchesGlob(path, glob));

test('each test file is in one project', () => {
  const inProjects = (path: string) =>
    Object.entries(kinds).flatMap(([name, kind]) => (isOf(kind, path) ? [name] : []));
  const wrong = tests.map((path) => [path, inProjects(path)] as const).filter(([, names]) => names.length !== 1);
  expect(wrong).toEqual([]);
});

// The program starts processes only behind its ports, so a test that starts one imports these itself or by a helper.
const outside = new Set(['node:child_process', 'node:worker_threads', 'playwright', '@napi-rs/keyring', 'electron']);
/** These tests run Git to list files. */
const mayAskGit = 'test/architecture/';

const parsed = new Map<string, readonly string[]>();

/** Parses each file once, as many tests import the same helpers. */
function specifiersIn(path: string): readonly string[] {
  const known = parsed.get(path);
  if (known !== undefined) return known;
  const specifiers = importsOf(path, readFileSync(join(root, path), 'utf8')).map(({ specifier }) => specifier);
  parsed.set(path, specifiers);
  return specifiers;
}

/** Returns the chain of imports from a test to a module that starts processes, or nothing. */
function importChain(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path) || path.startsWith(mayAskGit)) return [];
  seen.add(path);
  for (const specifier of specifiersIn(path)) {
    if (outside.has(specifier)) return [path, specifier];
    const target = posix.join(posix.dirname(path), specifier);
    if (!specifier.startsWith('.') || !target.startsWith('test/')) continue;
    const rest = importChain(target, seen);
    if (rest.length > 0) return [path, ...rest];
  }
  return [];
}

test('no unit test starts a process or a browser', () => {
  const chains = tests.filter((path) => isOf(kinds.unit, path)).map((path) => importChain(path).join(' → '));
  expect(chains.filter((chain) => chain !== '')).toEqual([]);
});
