import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../emulator/emulator.ts';
import { clientId, get, openEmulator } from '../open-emulator.ts';
import { anyPng, boundary, multipart, png, pngNote, report, upload } from '../images.ts';

it('an accepted upload is measured while streaming, and hashed when it is asked for', async () => {
  const emulator = await openEmulator();
  const image = Buffer.concat([anyPng(), Buffer.alloc(3_000_000, 7)]);
  await upload(emulator, emulator.signIn().access_token, image);
  expect(emulator.flights.list().items).toMatchObject([
    {
      pilot: 'demo',
      clientId,
      fileName: 'report.png',
      sizeBytes: image.length,
      sha256: createHash('sha256').update(image).digest('hex'),
    },
  ]);
});

it('A7: a flight whose image has no time ended with its upload', async () => {
  const emulator = await openEmulator({ moderationShare: 0 });
  const { access_token } = emulator.signIn();
  const { id, date, created_at } = (await upload(emulator, access_token, anyPng())).json();
  expect(date).toBe(created_at);
  await emulator.clock.advance('1m');
  const record = (await get(emulator, `/api/v1/flights/${id}`, access_token)).json();
  expect(Date.parse(created_at) - Date.parse(record.date)).toBe(record.total_ft * 60_000);
});

it('A7: a time of day in the image is the last one that fits before the upload', async () => {
  const emulator = await openEmulator({ moderationShare: 0 });
  const { access_token } = emulator.signIn();
  for (const [date, hours] of [
    ['00:00', 1],
    ['23:59', 20],
  ] as const) {
    const body = png(pngNote({ date, total_ft: hours * 60 }));
    const { id, created_at } = (await upload(emulator, access_token, body)).json();
    await emulator.clock.advance('1m');
    const record = (await get(emulator, `/api/v1/flights/${id}`, access_token)).json();
    expect(record.date.slice(11)).toBe(`${date}:00`);
    const spareHours = (Date.parse(created_at) - Date.parse(record.date)) / 3_600_000 - hours;
    expect(spareHours >= 0 && spareHours < 24).toBe(true);
  }
});

describe('A8: the first failing condition decides the error', () => {
  // Each row breaks its own condition and every one after it.
  const rows: [string, number, string, (emulator: Emulator) => Promise<string | null>][] = [
    ['no token', 401, 'unauthorized', async () => null],
    [
      'no scope',
      403,
      'insufficient_scope',
      async (emulator) => emulator.signIn({ clientId: 'logbook-reader-demo', scopes: ['flights:read'] }).access_token,
    ],
    [
      'no subscription',
      403,
      'write_not_enabled',
      async (emulator) => {
        const { access_token } = emulator.signIn({ clientId: 'logbook-reader-demo' });
        for (let turn = 0; turn < 11; turn += 1) await read(emulator, access_token);
        return access_token;
      },
    ],
    [
      'no room in the minute',
      429,
      'rate_limit_exceeded',
      async (emulator) => {
        const { access_token } = emulator.signIn();
        await upload(emulator, access_token, anyPng());
        for (let turn = 0; turn < 59; turn += 1) await read(emulator, access_token);
        return access_token;
      },
    ],
    [
      'too soon after the last',
      429,
      'too_fast',
      async (emulator) => {
        const { access_token } = emulator.signIn();
        await upload(emulator, access_token, anyPng());
        return access_token;
      },
    ],
    ['no file', 400, 'missing_file', async (emulator) => emulator.signIn().access_token],
  ];

  it.each(rows)('%s: %i %s', async (_name, status, detail, prepare) => {
    const emulator = await openEmulator();
    const answer = await upload(emulator, await prepare(emulator), [{ name: 'other', content: 'not an image' }]);
    expect([answer.statusCode, answer.json()]).toEqual([status, { detail }]);
  });
});

const read = (emulator: Emulator, token: string) => get(emulator, '/api/v1/flights', token);

it('A13: a file over the maximum size is refused over the network while the rest is still arriving', async () => {
  const emulator = await openEmulator({ maxFileBytes: 100_000 });
  const { url } = await emulator.start();
  const body = multipart([report(Buffer.concat([png(), Buffer.alloc(5_000_000)]))]);
  const sending = httpRequest(`${url}/api/v1/flights`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${emulator.signIn().access_token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
    },
  });
  sending.on('error', () => undefined);
  sending.write(body.subarray(0, 1_000_000));
  const [answer] = await once(sending, 'response');
  expect(answer.statusCode).toBe(413);
  sending.end(body.subarray(1_000_000));
  answer.resume();
  await Promise.all([once(answer, 'end'), once(sending, 'close')]);
});

it('accepts only one of two simultaneous uploads', async () => {
  const emulator = await openEmulator();
  const { access_token } = emulator.signIn();
  const answers = await Promise.all([1, 2].map((number) => upload(emulator, access_token, anyPng(number))));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((left, right) => left - right)).toEqual([200, 429]);
});

describe('malformed bodies', () => {
  const cases: [string, Parameters<typeof upload>[2], string][] = [
    ['text under the right name', [{ name: 'report', content: 'png' }], 'missing_file'],
    ['an empty file input', [report('', '')], 'missing_file'],
    ['an empty body', '', 'missing_file'],
    ['no parts', `--${boundary}--\r\n`, 'missing_file'],
    [
      'a body cut off in the file',
      multipart([report(png())])
        .toString('latin1')
        .slice(0, 150),
      'invalid_file',
    ],
    ['a part named like a prototype', [{ name: '__proto__', content: 'x' }], 'missing_file'],
  ];

  it.each(cases)('%s', async (_name, body, detail) => {
    const emulator = await openEmulator();
    const answer = await upload(emulator, emulator.signIn().access_token, body);
    expect([answer.statusCode, answer.json()]).toEqual([400, { detail }]);
    expect(emulator.flights.list().items).toEqual([]);
  });

  it.each(['application/json', 'multipart/form-data'])('accepts no file with the type “%s”', async (type) => {
    const emulator = await openEmulator();
    const answer = await emulator.inject({
      method: 'POST',
      url: '/api/v1/flights',
      headers: { authorization: `Bearer ${emulator.signIn().access_token}`, 'content-type': type },
      payload: multipart([report(png())]),
    });
    expect([answer.statusCode, answer.json()]).toEqual([400, { detail: 'missing_file' }]);
  });

  it('accepts one report after ten thousand other parts', async () => {
    const emulator = await openEmulator();
    const others = Array.from({ length: 10_000 }, (_, index) => ({ name: `field ${index}`, content: 'x' }));
    const answer = await upload(emulator, emulator.signIn().access_token, [...others, report(png())]);
    expect(answer.statusCode).toBe(200);
  });
});
