import { describe, expect, test } from 'vitest';
import { folderRulesSchema, namePatternsSchema } from '../../../main/contract/folder-rules.ts';
import { createNameRule } from '../../../main/core/folders/name-pattern.ts';

describe('the names that a rule takes', () => {
  test.each([
    ['*', 'anything.png', true],
    ['report-*.png', 'report-12.png', true],
    ['report-*.png', 'holiday.png', false],
    ['Report-*', 'rEPORT-12.PNG', true],
    ['*.{png,jpg}', 'shot.JPG', true],
    ['*.{png,jpg}', 'shot.jpeg', false],
    ['shot[0-9].png', 'shot7.png', true],
    ['shot[!0-9].png', 'shot7.png', false],
    ['?.png', 'ä.png', true],
    ['Flug*Übersicht.png', 'flug 12 übersicht.png', true],
    ['café*.png', 'cafe\u0301-1.png', true],
    ['飛行*.png', '飛行記録.png', true],
    ['a b*.png', 'a b c.png', true],
    ['[[]1[]].png', '[1].png', true],
  ])('%s and %s: %s', (pattern, name, isWanted) => {
    expect(createNameRule([pattern])(name)).toBe(isWanted);
  });

  test('one pattern that fits is enough', () => {
    const rule = createNameRule(['report-*', '*-summary.png']);
    expect(['report-1.png', 'x-summary.png', 'x.png'].filter(rule)).toEqual(['report-1.png', 'x-summary.png']);
  });
});

describe('a rule that cannot be kept says why in words', () => {
  const messageOf = (names: unknown) => namePatternsSchema.safeParse(names).error?.issues[0]?.message;

  test.each([
    [[], /at least one pattern/],
    [['*', '  '], /line for names is empty/],
    [['shots/*.png'], /leave out folders/],
    [['shots\\*.png'], /leave out folders/],
    [['shot[0-9.png'], /bracket that it does not close/],
    [['{a,b.png'], /bracket that it does not close/],
    [['x'.repeat(201)], /at most 200/],
    [Array.from({ length: 31 }, () => '*'), /at most 30/i],
  ])('%j', (names, said) => {
    expect(messageOf(names)).toMatch(said);
  });

  test('a bracket in a class, and one that is closed, are fine', () => {
    expect(namePatternsSchema.safeParse(['a[[]b].png', '*.{png,jp{e,}g}', '!(holiday)*']).success).toBe(true);
  });

  test('a folder to move to has a name', () => {
    const rules = { names: ['*'], afterUpload: { kind: 'move', to: ' ' }, approval: false };
    expect(folderRulesSchema.safeParse(rules).error?.issues[0]?.message).toContain('input.targetMissing');
  });
});
