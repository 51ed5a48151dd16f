// Every call of the table, as a method of the library and over HTTP, on two identical emulators.

import { expect, it } from 'vitest';
import { openEmulator } from '../open-emulator.ts';
import { callCases, requestOf } from './call-cases.ts';
import { callControl } from './call-control.ts';

it.each(Object.entries(callCases))('%s over HTTP and the library method return the same', async (name, one) => {
  const [byMethod, byHttp] = [await openEmulator(), await openEmulator()];
  const answered = (await one.method(byMethod, (await one.before?.(byMethod)) as never)) ?? null;
  const { line, body } = await requestOf(one, byHttp);
  const response = await callControl(byHttp, line, body);
  // Without a recording, the result is null, which is not an error.
  const isDone = answered === null && !name.startsWith('recording.');
  expect(response.status).toBe(isDone ? 204 : 200);
  expect(masked(response.body)).toBe(masked(answered));
  expect({ answered }).toMatchObject({ answered: one.holds });
  expect(masked(JSON.parse(byHttp.state.export()))).toBe(masked(JSON.parse(byMethod.state.export())));
});

/** Random values differ each time. */
const masked = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '(id)')
    .replaceAll(/\b(at|rt|ac|cs)_[\w-]{43}/g, '$1_(secret)')
    .replaceAll(/"fingerprint":"[^"]*"/g, '(fingerprint)')
    .replaceAll(/"(?:durationMs|time|wait)":[\d.]+/g, '(duration)')
    .replaceAll(/"(?:[\w-]{43})"/g, '(digest)');
