import { expect, it } from 'vitest';
import { verdictOf } from '../../scripts/build/audit.mjs';

/** @param {...string} names */
const report = (...names) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(names.map((name) => [name, { name, severity: 'high', range: '<2.0.0' }])),
  });

it('nothing found in what ships is 0, and says what tools have', () => {
  expect(verdictOf(report(), report())).toEqual({ code: 0, lines: ['No known vulnerability in what ships.'] });
  expect(verdictOf(report(), report('some-tool'))).toMatchObject({ code: 0, lines: { length: 2 } });
});

it('a finding in what ships is 1, also where it is bundled from the list of development', () => {
  expect(verdictOf(report('undici'), report('undici')).lines).toContain('  undici <2.0.0: high');
  expect(verdictOf(report(), report('react')).code).toBe(1);
  expect(verdictOf(report(), report('electron')).code).toBe(1);
});

it.each([
  ['', 'no answer'],
  ['{"message":"405 Method Not Allowed","statusCode":405}', '405 Method Not Allowed'],
  ['{"error":{"code":"ENOTFOUND","summary":"request failed\\nat once"}}', 'request failed'],
  ['{}', 'no list in the answer'],
])('a registry that does not answer is neither: %s', (said, why) => {
  for (const verdict of [verdictOf(said, said), verdictOf(report(), said)]) {
    expect(verdict.code).toBe(2);
    expect(verdict.lines[0]).toBe(`Not known: the registry did not say which vulnerabilities are known (${why}).`);
  }
});
