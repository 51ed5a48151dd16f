// The journal as an HTTP archive, containing nothing that the journal would not show.

import { expect, it } from 'vitest';
import { callControl } from '../control/call-control.ts';
import { openEmulator, refresh } from '../open-emulator.ts';

it('has each request with its response, oldest first', async () => {
  const emulator = await openEmulator();
  await emulator.inject('/api/v1/flights?limit=2&x=a+b');
  await refresh(emulator, emulator.signIn().refresh_token);
  const { log } = emulator.journal.har();
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'pilot-companion-emulator' } });
  expect(log.entries).toMatchObject([
    {
      startedDateTime: '2026-05-12T12:00:00.000Z',
      request: {
        method: 'GET',
        url: `${emulator.url}/api/v1/flights?limit=2&x=a+b`,
        queryString: [
          { name: 'limit', value: '2' },
          { name: 'x', value: 'a b' },
        ],
        bodySize: 0,
      },
      response: {
        status: 401,
        statusText: 'Unauthorized',
        content: { mimeType: 'application/json; charset=utf-8', text: '{"detail":"unauthorized"}', size: 25 },
      },
      comment: 'answered; unauthorized: no Authorization header',
    },
    {
      request: { method: 'POST', postData: { mimeType: 'application/x-www-form-urlencoded' } },
      response: { status: 200 },
    },
  ]);
  const streamed = await callControl(emulator, 'GET /journal.har');
  expect(streamed.body).toEqual({ log });
  // In pieces: a whole journal could be longer than a text may be.
  expect(streamed.headers).not.toHaveProperty('content-length');
});

it('has status 0 where no response arrived, and every request of a long journal', async () => {
  const emulator = await openEmulator();
  const { url } = await emulator.start();
  emulator.faults.add({ times: 1, effect: { type: 'drop', when: 'before' } });
  await expect(fetch(`${url}/nowhere`)).rejects.toThrow('fetch failed');
  for (let count = 0; count < 1001; count += 1) await emulator.inject('/nowhere');
  const { entries } = emulator.journal.har().log;
  expect(entries).toHaveLength(1002);
  expect(entries[0]).toMatchObject({
    response: { status: 0, statusText: '' },
    comment: expect.stringMatching(/^dropped/),
  });
});
