// How failures are printed, and what is never written to a terminal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { failures } from '../../../../main/core/messages/failures.ts';
import { createOutput, terminalLines } from '../../../../main/node/cli/terminal/output.ts';
import { verbatim } from '../../../../main/messages/message.ts';

function printed(failure: Parameters<ReturnType<typeof createOutput>['failure']>[0]) {
  const lines: string[] = [];
  const stderr = { write: (text: string) => lines.push(text) };
  createOutput({ json: false, stdout: { write() {} }, stderr }).failure(failure);
  return lines.join('');
}

test('prints error codes of the service, but not internal ones', () => {
  expect(printed(failures.serviceError('Club', 'HTTP 503'))).toMatch(/when it recovers\. \(HTTP 503\)\n$/);
  expect(printed(failures.serviceUnreachable('Club', 'UND_ERR_SOCKET'))).toMatch(/when it's back\.\n$/);
});

test('prints how to set up a service where there is none', () => {
  for (const failure of [failures.notChosen(), failures.notConfigured(), failures.applicationSecretMissing()])
    expect(printed(failure)).toContain('pilot-companion sign-in --application-secret');
  expect(printed(failures.notNow(verbatim('Later.')))).toBe('Later.\n');
});

/** Control, invisible and bidirectional characters. */
const controlCharacters = (text: string) =>
  Array.from(text).filter((char) => /[\p{Cc}\p{Cf}\p{Cs}\u034F\u115F\u1160\u2028\u2029\u3164\uFFA0]/u.test(char));

test('replaces control characters in file names and texts of the service', () => {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text), isTTY: true, columns: 200 };
  const out = createOutput({ json: false, stdout: stream, stderr: stream });
  const invisible = '\u200B\u200C\u200D\u2060\uFEFF\u00AD\u3164\u{E0041}\uD800';
  const name = `a\u001B[2J\u001B]0;title\u0007\r\u009Bb \u202Egnp\u061C\u2028${invisible}.exe`;
  out.print(`${name}: Safe in the queue. تقرير ✈.png`);
  out.warn(name);
  out.failure(failures.serviceError('Club', name));
  // Only the line breaks are left.
  expect(lines.map((text) => controlCharacters(text))).toEqual([['\n'], ['\n'], ['\n']]);
  expect(lines[0]).toContain('Safe in the queue. تقرير ✈.png\n');
  lines.length = 0;
  out.progress(`${name}\nmore`);
  // Only the two that start a progress line are left.
  expect(controlCharacters(lines.join(''))).toEqual(['\r', '\u001B']);
});

test('escapes control characters in JSON, which parses to the same text', () => {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text), isTTY: true };
  const file = 'a\u001B[2J\u009B31m\u007Fb\u202Egnp\u2066\u061C\u2028\u200B\u{E0041}.png';
  createOutput({ json: true, stdout: stream, stderr: stream }).printJson({ type: 'upload', file, outcome: 'added' });
  expect(controlCharacters(lines.join(''))).toEqual(['\n']);
  expect(JSON.parse(lines.join(''))).toEqual({ type: 'upload', file, outcome: 'added' });
});

test('text of several lines keeps its line breaks', () => {
  expect(terminalLines('a,b\tc\r\n\u001B[2J\u200B\n')).toBe('a,b\tc\r\n\uFFFD[2J\uFFFD\n');
});

// A device that is always full; only Linux has it.
test.skipIf(!existsSync('/dev/full'))('reports that its output cannot be written', async () => {
  const full = openSync('/dev/full', 'w');
  const cli = fileURLToPath(new URL('../../../../main/node/cli.ts', import.meta.url));
  const child = spawn(process.execPath, [cli, '--help'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  let stderr = '';
  child.stderr!.on('data', (chunk) => (stderr += String(chunk)));
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(stderr).toContain("Couldn't write the output (ENOSPC)");
  expect(stderr).not.toContain('    at ');
});
