import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeDefault } from '../../emulator/option-kinds.ts';
import type { OptionRow } from '../../emulator/option-kinds.ts';
import { optionNames, optionTable } from '../../emulator/options.ts';
import { seededSecrets } from '../../emulator/seed.ts';

const guide = readFileSync(new URL('../../docs/emulator.md', import.meta.url), 'utf8');

describe('docs/emulator.md', () => {
  it.each(optionNames)('says of %s what the table of options says', (name) => {
    const row: OptionRow = optionTable[name];
    const cells = [`\`--${row.flag}\``, `\`${name}\``, describeDefault(row), row.assumption ?? '', row.help];
    expect(guide).toContain(`| ${cells.join(' | ')} |`);
  });

  it('has a row for each of the twenty assumptions', () => {
    for (let number = 1; number <= 20; number += 1) expect(guide).toContain(`\n| A${number} | `);
  });

  it('names the applications and their secrets', () => {
    for (const [clientId, secret] of seededSecrets()) {
      expect(guide).toContain(clientId);
      expect(guide).toContain(secret);
    }
  });
});
