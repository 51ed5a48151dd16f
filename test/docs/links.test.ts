import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../architecture/source-files.ts';
import { headingNames, linksIn, npmScriptsIn, pages, placesIn } from './pages.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

describe.each(pages())('$path', ({ path, text }) => {
  test('has no broken link', () => {
    expect(linksIn(text).filter((target) => isBroken(path, target))).toEqual([]);
  });

  test('names only scripts of package.json', () => {
    expect(npmScriptsIn(text).filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  test('names only existing paths', () => {
    expect(placesIn(text).filter((place) => !existsSync(join(root, place)))).toEqual([]);
  });
});

test('docs/index.md links to every page of docs', () => {
  const linked = new Set(linksIn(readFileSync(join(root, 'docs/index.md'), 'utf8')).map((target) => `docs/${target}`));
  const missing = pages()
    .map(({ path }) => path)
    .filter((path) => /^docs\/(?!decisions\/).+\.md$/.test(path) && path !== 'docs/index.md' && !linked.has(path));
  expect(missing).toEqual([]);
});

test('each decision has its sections and a line in the list', () => {
  const [decisions, lists] = [/^docs\/decisions\/\d/, /^docs\/decisions\/README/].map((name) =>
    pages().filter(({ path }) => name.test(path)),
  );
  for (const { path, text } of decisions!) {
    for (const part of ['**Context.**', '**Decision.**', '**What it costs.**']) expect(text).toContain(part);
    const [, number, title] = /^# (\d{4}) (.+)$/m.exec(text) ?? [];
    expect(lists![0]!.text).toContain(`- [${number}](${posix.basename(path)}) ${title}\n`);
  }
});

describe('the check of links', () => {
  test.each(['missing.md', 'architecture.md#no-such-heading', '#no-such-heading', '../../outside.md'])(
    'reports %s as broken',
    (target) => expect(isBroken('docs/architecture.md', target)).toBe(true),
  );
});

/** What is made from the code isn't in git, and a plain clone doesn't have it. */
const inGit = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const isOnClone = (place: string) =>
  inGit.some((path) => path === place || path.startsWith(place.endsWith('/') ? place : `${place}/`));

/** External addresses are not requested: tests need no network. */
function isBroken(path: string, target: string): boolean {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return false;
  const [file = '', heading] = target.split('#', 2);
  const place = file === '' ? path : posix.join(dirname(path).replaceAll('\\', '/'), decodeURIComponent(file));
  if (!isOnClone(place)) return true;
  if (heading === undefined || !place.endsWith('.md')) return false;
  return !headingNames(readFileSync(join(root, place), 'utf8')).includes(decodeURIComponent(heading));
}
