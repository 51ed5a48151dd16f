// Each claim of docs/evidence/security-claims-*.md names at least one test: the link text is part of that test file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../architecture/source-files.ts';

const claimsOn = (subject: string) =>
  readFileSync(join(root, `docs/evidence/security-claims-${subject}.md`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- '));
const claims = [...claimsOn('secrets'), ...claimsOn('programs')];
const testsOf = (claim: string) =>
  [...claim.matchAll(/\[([^\]]+)\]\(\.\.\/\.\.\/(test\/[^)]+)\)/g)].map(([, title, file]) => ({
    title: title!,
    file: file!,
  }));

test('the two pages of docs/evidence list their claims', () => {
  expect(claims.length).toBeGreaterThan(40);
});

test.each(claims.map((claim) => [claim.slice(2, 90), claim] as const))('a test shows: %s…', (_start, claim) => {
  expect(testsOf(claim).length).toBeGreaterThan(0);
  for (const { title, file } of testsOf(claim)) {
    const found = readFileSync(join(root, file), 'utf8').includes(title) ? title : 'no such title';
    expect({ file, title: found }).toEqual({ file, title });
  }
});
