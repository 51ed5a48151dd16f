import { expect, it } from 'vitest';
import { verdictOf } from '../../../scripts/build/audit.mjs';

/** @param {...string} names */
const report = (...names) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(names.map((name) => [name, { name, severity: 'high', range: '<2.0.0' }])),
  });

it('exits with 0 if nothing that ships has a finding, and counts those of tools', () => {
  expect(verdictOf(report(), report())).toEqual({ code: 0, lines: ['No known vulnerability in what ships.'] });
  expect(verdictOf(report(), report('some-tool'))).toMatchObject({ code: 0, lines: { length: 2 } });
});

it('exits with 1 for a finding in what ships, including bundled development dependencies', () => {
  expect(verdictOf(report('undici'), report('undici')).lines).toContain('  undici <2.0.0: high');
  expect(verdictOf(report(), report('react')).code).toBe(1);
  expect(verdictOf(report(), report('electron')).code).toBe(1);
});

it.each([
  ['', 'no answer'],
  ['{"message":"405 Method Not Allowed","statusCode":405}', '405 Method Not Allowed'],
  ['{"error":{"code":"ENOTFOUND","summary":"request failed\\nat once"}}', 'request failed'],
  ['{}', 'no list in the answer'],
])('exits with 2 if the registry does not answer: %s', (output, why) => {
  for (const verdict of [verdictOf(output, output), verdictOf(report(), output)]) {
    expect(verdict.code).toBe(2);
    expect(verdict.lines[0]).toBe(`Unknown: the registry did not answer with its list of vulnerabilities (${why}).`);
  }
});
