import { describe, expect, it } from 'vitest';
import { isInSample } from '../../../scripts/test/mutation/plugin.mjs';
import { scoreOf, survivorLines } from '../../../scripts/test/mutation/score.mjs';

const mutants = Array.from({ length: 1000 }, (_, line) => ({ file: 'a.ts', line, column: 3, replacement: 'true' }));
const sampleOf = (/** @type {number} */ percent, seed = 'a') =>
  mutants.filter((mutant) => isInSample(mutant, { percent, seed })).map(({ line }) => line);

describe('a sample of mutants', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(sampleOf(10)).toEqual(sampleOf(10));
    expect(sampleOf(10)).not.toEqual(sampleOf(10, 'b'));
  });

  it('has about the requested number', () => {
    expect(sampleOf(10).length).toBeGreaterThan(60);
    expect(sampleOf(10).length).toBeLessThan(140);
    expect(sampleOf(100)).toHaveLength(1000);
  });
});

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
