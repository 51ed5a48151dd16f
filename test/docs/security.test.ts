// docs/security.md is the page of record: whatever it says is protected, a test shows. Words of the test stand in the link.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../architecture/source-files.ts';

const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const [, afterHeading = ''] = page.split('\n## What is protected\n');
const [claimed = ''] = afterHeading.split('\n## ');
const claims = claimed.split('\n').filter((line) => line.startsWith('- '));
const shown = (claim: string) =>
  [...claim.matchAll(/\[([^\]]+)\]\(\.\.\/(test\/[^)]+)\)/g)].map(([, message, file]) => ({
    message: message!,
    file: file!,
  }));

test('the page makes its claims one by one', () => {
  expect(claims.length).toBeGreaterThan(25);
});

test.each(claims.map((claim) => [claim.slice(2, 90), claim] as const))('a test shows: %s…', (_words, claim) => {
  expect(shown(claim).length).toBeGreaterThan(0);
  for (const { message, file } of shown(claim)) {
    expect({
      file,
      message: readFileSync(join(root, file), 'utf8').includes(message) ? message : 'none of these',
    }).toEqual({
      file,
      message,
    });
  }
});
