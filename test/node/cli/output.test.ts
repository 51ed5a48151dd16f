// What the command line says of a failure, and what it never writes to a terminal.
import { expect, test } from 'vitest';
import { failures } from '../../../main/core/messages/failures.ts';
import { createOutput } from '../../../main/node/cli/output.ts';
import { verbatim } from '../../../main/messages/message.ts';

function saidOf(failure: Parameters<ReturnType<typeof createOutput>['failure']>[0]) {
  const said: string[] = [];
  const stderr = { write: (text: string) => said.push(text) };
  createOutput({ json: false, stdout: { write() {} }, stderr }).failure(failure);
  return said.join('');
}

test('a code of the service stands behind the words, a mark of a part of the program does not', () => {
  expect(saidOf(failures.serviceError('Club', 'HTTP 503'))).toMatch(/when it is well\. \(HTTP 503\)\n$/);
  expect(saidOf(failures.serviceUnreachable('Club', 'UND_ERR_SOCKET'))).toMatch(/when it does\.\n$/);
});

test('where nothing is set up yet it is said what to type', () => {
  for (const failure of [failures.notChosen(), failures.notConfigured(), failures.applicationSecretMissing()])
    expect(saidOf(failure)).toContain('pilot-companion sign-in --application-secret');
  expect(saidOf(failures.notNow(verbatim('Later.')))).toBe('Later.\n');
});

/** Characters that a terminal obeys. */
const steering = (text: string) => text.split('').filter((char) => /[\p{Cc}\u061C\u2028\u2029\u202E]/u.test(char));

test('what a file is called, or the service answers, does not steer the terminal', () => {
  const said: string[] = [];
  const stream = { write: (text: string) => said.push(text), isTTY: true, columns: 200 };
  const out = createOutput({ json: false, stdout: stream, stderr: stream });
  const name = 'a\u001B[2J\u001B]0;title\u0007\r\u009Bb \u202Egnp\u061C\u2028.exe';
  out.say(`${name}: Safe in the queue. تقرير ✈.png`);
  out.warn(name);
  out.failure(failures.serviceError('Club', name));
  // Each ends its own line, and that is all.
  expect(said.map((text) => steering(text))).toEqual([['\n'], ['\n'], ['\n']]);
  expect(said[0]).toContain('Safe in the queue. تقرير ✈.png\n');
  said.length = 0;
  out.progress(`${name}\nmore`);
  // Its own two, which it begins with, are all.
  expect(steering(said.join(''))).toEqual(['\r', '\u001B']);
});

test('a line of JSON does not steer the terminal, and holds the same text', () => {
  const said: string[] = [];
  const stream = { write: (text: string) => said.push(text), isTTY: true };
  const file = 'a\u001B[2J\u009B31m\u007Fb\u202Egnp\u2066\u061C\u2028.png';
  createOutput({ json: true, stdout: stream, stderr: stream }).fact({ file });
  expect(steering(said.join(''))).toEqual(['\n']);
  expect(JSON.parse(said.join(''))).toEqual({ file });
});

test('keeps a file name with a line break on one line', () => {
  const said: string[] = [];
  const stream = { write: (text: string) => said.push(text) };
  const out = createOutput({ json: false, stdout: stream, stderr: stream });
  const name = 'shot.png\nSigned in: somebody else.png';
  out.say(name);
  out.warn(name);
  out.failure(failures.fileGone());
  expect(said.map((text) => text.split('\n').length)).toEqual([2, 2, 2]);
});
