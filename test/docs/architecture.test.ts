// docs/architecture.md leads a newcomer to a rule in three steps: README, this page, the function.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../architecture/source-files.ts';

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const [, afterHeading = ''] = page.split('\n## Find a rule\n');
const [section = ''] = afterHeading.split('\n## ');
const rules = [...section.matchAll(/^\| (.+?) \| `(\w+)` \| \[[^\]]+\]\(\.\.\/([^)]+)\) \|$/gm)];

describe('docs/architecture.md, "Find a rule"', () => {
  test('reads every row', () => {
    expect(rules.length).toBe(section.split('\n').filter((line) => line.startsWith('| ')).length - 1);
    expect(rules.length).toBeGreaterThan(5);
  });

  test.each(rules.map(([, question, name, file]) => [question!, name!, file!]))('%s → %s in %s', (_, name, file) => {
    expect(readFileSync(join(root, file), 'utf8')).toMatch(
      new RegExp(`^(export )?(async )?(function|const) ${name}\\b`, 'm'),
    );
  });
});
