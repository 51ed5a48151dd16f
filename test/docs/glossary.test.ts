// docs/glossary.md: every term once, in order, on one line, with the name that defines it in the code.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../architecture/source-files.ts';

const page = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
const lines = page.split('\n').filter((line) => line.startsWith('| '));
const cell =
  /^\| (?<term>[^|]+) \| (?<meaning>[^|]+) \|(?: `(?<name>\w+)` in \[(?<label>[^\]]+)\]\(\.\.\/(?<file>[^)]+)\))? \|$/;
type Row = Partial<Record<'term' | 'meaning' | 'name' | 'label' | 'file', string>> & { readonly line: string };
const rows = lines.slice(1).map((line): Row => ({ ...cell.exec(line)?.groups, line }));
const terms = rows.map(({ term = '' }) => term);

/** What a newcomer meets first. */
const needed = [
  'account',
  'attempt',
  'board',
  'broker',
  'decision',
  'dry run',
  'failure',
  'filing',
  'flight',
  'follower',
  'hint',
  'history',
  'hold',
  'intake',
  'job',
  'leader',
  'ledger',
  'lookup',
  'profile',
  'refresh',
  'report',
  'scan',
  'session',
  'spool',
  'stage',
  'strip',
  'unconfirmed',
  'vault',
];

describe('docs/glossary.md', () => {
  test('has three cells in every row, the last one empty or with a name and its file', () => {
    expect(rows.filter(({ term }) => term === undefined).map(({ line }) => line)).toEqual([]);
  });

  test('has the terms that a newcomer needs', () => {
    expect(needed.filter((term) => !terms.includes(term))).toEqual([]);
  });

  test('has each term once, in the order of the alphabet', () => {
    expect(terms).toEqual([...new Set(terms)].toSorted((a, b) => a.localeCompare(b, 'en')));
  });
});

describe('docs/glossary.md names what the code exports', () => {
  const defined = rows.flatMap(({ term, name, label, file }) =>
    name !== undefined && label !== undefined && file !== undefined ? [[term!, name, label, file] as const] : [],
  );

  test('for most terms', () => expect(defined.length).toBeGreaterThan(terms.length * 0.75));

  test.each(defined)('%s: %s in %s', (_, name, label, file) => {
    expect(posix.basename(file)).toBe(label);
    expect(readFileSync(join(root, file), 'utf8')).toMatch(
      new RegExp(`^export (async )?(class|const|function|interface|type) ${name}\\b`, 'm'),
    );
  });
});
