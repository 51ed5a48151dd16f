import { describe, expect, test } from 'vitest';
import { folderRulesSchema, namePatternsSchema } from '../../../main/contract/folder-rules.ts';
import { createNameRule } from '../../../main/core/folders/name-pattern.ts';
import { message } from '../../../main/messages/message.ts';
import { inputMessage } from '../../../main/core/app/commands/dispatch.ts';

describe('the names that a rule matches', () => {
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

  test('one matching pattern is enough', () => {
    const rule = createNameRule(['report-*', '*-summary.png']);
    expect(['report-1.png', 'x-summary.png', 'x.png'].filter(rule)).toEqual(['report-1.png', 'x-summary.png']);
  });
});

describe('an invalid rule is explained', () => {
  const messageOf = (names: unknown) => inputMessage(namePatternsSchema.safeParse(names).error?.issues ?? []);

  test.each([
    [[], message('input.patternsMissing')],
    [['*', '  '], message('input.patternEmpty')],
    [['shots/*.png'], message('input.patternHasFolder')],
    [['shots\\*.png'], message('input.patternHasFolder')],
    [['shot[0-9.png'], message('input.patternBracketOpen')],
    [['{a,b.png'], message('input.patternBracketOpen')],
    [['x'.repeat(201)], message('input.patternTooLong', { most: 200 })],
    [Array.from({ length: 31 }, () => '*'), message('input.tooManyPatterns', { most: 30 })],
  ])('%j', (names, said) => {
    expect(messageOf(names)).toEqual(said);
  });

  test('a bracket in a class, and one that is closed, are fine', () => {
    expect(namePatternsSchema.safeParse(['a[[]b].png', '*.{png,jp{e,}g}', '!(holiday)*']).success).toBe(true);
  });

  test('a folder to move to has a name', () => {
    const rules = { names: ['*'], afterUpload: { kind: 'move', to: ' ' }, approval: false };
    expect(folderRulesSchema.safeParse(rules).error?.issues[0]?.message).toContain('input.targetMissing');
  });
});
