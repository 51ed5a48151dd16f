// What the command line says of a failure.
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
