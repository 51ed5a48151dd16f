// What the command line says of a failure, and what it never writes to a terminal.
import { expect, test } from 'vitest';
import { failures } from '../../../main/core/failures.ts';
import { createOutput } from '../../../main/node/cli/output.ts';

function saidOf(failure: Parameters<ReturnType<typeof createOutput>['failure']>[0]) {
  const said: string[] = [];
  const stderr = { write: (text: string) => said.push(text) };
  createOutput({ json: false, stdout: { write() {} }, stderr }).failure(failure);
  return said.join('');
}

test('a code of the service stands behind the words, a mark of a part of the program does not', () => {
  expect(saidOf(failures.serviceTrouble('Club', 'HTTP 503'))).toMatch(/when it is well\. \(HTTP 503\)\n$/);
  expect(saidOf(failures.serviceUnreachable('Club', 'UND_ERR_SOCKET'))).toMatch(/when it does\.\n$/);
});

test('where nothing is set up yet it is said what to type', () => {
  for (const failure of [failures.notChosen(), failures.notConfigured(), failures.applicationSecretMissing()])
    expect(saidOf(failure)).toContain('pilot-companion sign-in --application-secret');
  expect(saidOf(failures.notNow('Later.'))).toBe('Later.\n');
});

/** Characters that a terminal obeys, but for the end of a line. */
const steering = (text: string) =>
  text.split('').filter((char) => char !== '\n' && (/\p{Cc}/u.test(char) || char === '\u202E'));

test('what a file is called, or the service answers, does not steer the terminal', () => {
  const said: string[] = [];
  const stream = { write: (text: string) => said.push(text), isTTY: true, columns: 200 };
  const out = createOutput({ json: false, stdout: stream, stderr: stream });
  const name = 'a\u001B[2J\u001B]0;title\u0007\r\u009Bb \u202Egnp.exe';
  out.say(`${name}: Safe in the queue.\nتقرير ✈.png`);
  out.warn(name);
  out.failure(failures.serviceTrouble('Club', name));
  expect(steering(said.join(''))).toEqual([]);
  expect(said[0]).toContain('Safe in the queue.\nتقرير ✈.png\n');
  said.length = 0;
  out.progress(`${name}\nmore`);
  // Its own two, which it begins with, are all.
  expect(steering(said.join(''))).toEqual(['\r', '\u001B']);
});
