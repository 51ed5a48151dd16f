import { describe, expect, it } from 'vitest';
import { scoreOf, survivorLines } from '../../../scripts/test/mutation/score.mjs';

describe('the score', () => {
  const at = { start: { line: 2, column: 5 } };
  const mutant = (/** @type {string} */ status) => ({
    status,
    fileName: '/project/a.ts',
    mutatorName: 'EqualityOperator',
    replacement: 'x  >=\n 0',
    location: at,
  });

  it('counts mutants without a test as not noticed, and leaves out what was not run', () => {
    const states = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'Ignored'];
    expect(scoreOf(states.map(mutant))).toEqual({ killed: 2, run: 4, percent: 50 });
    expect(scoreOf([])).toEqual({ killed: 0, run: 0, percent: 100 });
  });

  it('names each survivor with its line and what was put in its place', () => {
    const read = () => 'one\n    return x > 0;\n';
    expect(survivorLines([mutant('Killed'), mutant('Survived'), mutant('NoCoverage')], '/project', read)).toEqual([
      'a.ts:2:5 EqualityOperator\n    return x > 0;\n    → x >= 0',
      'a.ts:2:5 EqualityOperator (no test comes here)\n    return x > 0;\n    → x >= 0',
    ]);
  });
});
