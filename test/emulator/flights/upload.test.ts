import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { conditions } from '../../../emulator/flights/conditions.ts';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import { clientId, openEmulator } from '../open-emulator.ts';
import {
  anyPng,
  boundary,
  jpeg,
  jpegNote,
  jpegSegment,
  multipart,
  png,
  report,
  sampleReport,
  upload,
} from '../images.ts';

describe('an accepted upload', () => {
  it('returns 200 with exactly the sixteen documented fields in their initial state', async () => {
    const emulator = await openEmulator();
    const answer = await upload(emulator, emulator.signIn().access_token, anyPng());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      id: 4700,
      date: '2026-05-12T12:00:00',
      aircraft: 'UNKNOWN',
      icao_out: '',
      icao_in: '',
      total_ft: null,
      en_route: null,
      pax: null,
      cargo_kg: null,
      delay_min: null,
      moderator_checked: false,
      automated_checked: false,
      rating_contribution: null,
      season_points: null,
      is_archived: false,
      created_at: '2026-05-12T12:00:00',
    });
  });

  it('is hashed and measured while streaming', async () => {
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

  it('is accepted from fetch over the network', async () => {
    const emulator = await openEmulator();
    const { url } = await emulator.start();
    const body = new FormData();
    body.set('report', new File([new Uint8Array(anyPng())], 'approach.PNG', { type: 'image/png' }));
    const headers = { authorization: `Bearer ${emulator.signIn().access_token}` };
    const answer = await fetch(`${url}/api/v1/flights`, { method: 'POST', headers, body });
    expect([answer.status, (await answer.json()).id]).toEqual([200, 4700]);
  });
});

describe('A8: the first failing condition decides the error', () => {
  it('lists the conditions in the order of the register', () => {
    expect(conditions.map(({ detail }) => detail)).toEqual([
      'unauthorized',
      'insufficient_scope',
      'write_not_enabled',
      'rate_limit_exceeded',
      'too_fast',
      'missing_file',
      'invalid_file',
      'file_too_large',
    ]);
  });

  // Each row breaks its own condition and every one after it.
  const rows: [
    string,
    number,
    string,
    (emulator: Awaited<ReturnType<typeof openEmulator>>) => Promise<string | null>,
  ][] = [
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

  it('returns 400 invalid_file for a file that is not an image', async () => {
    const emulator = await openEmulator();
    const answer = await upload(emulator, emulator.signIn().access_token, [report('plain text')]);
    expect([answer.statusCode, answer.json()]).toEqual([400, { detail: 'invalid_file' }]);
  });
});

const read = (emulator: Awaited<ReturnType<typeof openEmulator>>, token: string) =>
  emulator.inject({ url: '/api/v1/flights', headers: { authorization: `Bearer ${token}` } });

describe('A14: extension and first bytes must both be PNG or both JPEG', () => {
  it.each([
    ['report.png', png(), 200],
    ['REPORT.PNG', png(), 200],
    ['report.jpg', jpeg(), 200],
    ['report.jpeg', jpeg(), 200],
    ['report.jpg', png(), 400],
    ['report.png', jpeg(), 400],
    ['report.gif', png(), 400],
    ['report', png(), 400],
    ['png', png(), 400],
    ['report.png', Buffer.from('GIF89a; and more bytes'), 400],
    ['report.png', Buffer.alloc(0), 400],
    ['report.png', png().subarray(0, 5), 400],
  ])('%s', async (fileName, content, status) => {
    const emulator = await openEmulator();
    const answer = await upload(emulator, emulator.signIn().access_token, [report(content, fileName)]);
    expect([answer.statusCode, answer.json().detail]).toEqual([status, status === 400 ? 'invalid_file' : undefined]);
  });
});

const statusOf = async (options: EmulatorOptions, what: Parameters<typeof upload>[2]) => {
  const emulator = await openEmulator(options);
  return (await upload(emulator, emulator.signIn().access_token, what)).statusCode;
};

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  const start = [0xff, 0xd8, 0xff];

  it.each([3, 4, 5, 6, 7, 8])('accepts the first %i bytes of a JPEG as a JPEG', async (length) => {
    expect(await statusOf({ mode }, [report(jpeg().subarray(0, length), 'report.jpg')])).toBe(200);
  });

  it.each([
    [false, 'a JPEG', Buffer.from(start), 200],
    [false, 'JPEG-LS', Buffer.from([...start, 0xf7]), 400],
    [
      false,
      'JPEG-LS behind a comment',
      jpeg(jpegSegment(0xfe, Buffer.from('x')), jpegSegment(0xf7, Buffer.alloc(9))),
      400,
    ],
    [false, 'JPEG-LS behind the figures', jpeg(jpegNote(sampleReport), jpegSegment(0xf7, Buffer.alloc(9))), 400],
    [false, 'two bytes', Buffer.from(start.slice(0, 2)), 400],
    [true, 'JPEG-LS', Buffer.from([...start, 0xf7]), 200],
  ])('A27: with jpegLs %s, %s returns %i', async (jpegLs, _what, content, status) => {
    expect(await statusOf({ mode, jpegLs }, [report(content, 'report.jpg')])).toBe(status);
  });

  it.each([
    [false, 400],
    [true, 200],
  ])('A28: with nulInNames %s, a name with a NUL returns %i', async (nulInNames, status) => {
    for (const fileName of ['a.gif\0.png', 'a.png\0.png', 'a.gif\0/b.png', '\0.png']) {
      expect([fileName, await statusOf({ mode, nulInNames }, [report(png(), fileName)])]).toEqual([fileName, status]);
    }
  });

  it.each([
    ['refuse', 'neither is taken'],
    ['first', 'the first is taken'],
    ['last', 'the last is taken'],
  ] as const)('A26: of two reports with severalReports %s, %s', async (severalReports, _what) => {
    const emulator = await openEmulator({ mode, severalReports });
    const parts = [report(png(), 'first.png'), report(jpeg(), 'last.jpg')];
    const answer = await upload(emulator, emulator.signIn().access_token, parts);
    const kept = emulator.flights.list().items.map(({ fileName }) => fileName.split('.')[0]);
    const isRefused = severalReports === 'refuse';
    expect([answer.statusCode, answer.json().detail, kept]).toEqual(
      isRefused ? [400, 'invalid_file', []] : [200, undefined, [severalReports]],
    );
  });
});

describe('malformed bodies', () => {
  const cases: [string, Parameters<typeof upload>[2], string][] = [
    ['a file under another name', [{ ...report(png()), name: 'image' }], 'missing_file'],
    ['text under the right name', [{ name: 'report', content: 'png' }], 'missing_file'],
    ['an empty file input', [report('', '')], 'missing_file'],
    ['two reports', [report(png()), report(png(), 'second.png')], 'invalid_file'],
    ['an empty body', '', 'missing_file'],
    ['no parts', `--${boundary}--\r\n`, 'missing_file'],
    ['another boundary', '--other\r\n\r\nx\r\n--other--\r\n', 'missing_file'],
    [
      'a body cut off in the file',
      multipart([report(png())])
        .toString('latin1')
        .slice(0, 150),
      'invalid_file',
    ],
    [
      'a body cut off in the head',
      multipart([report(png())])
        .toString('latin1')
        .slice(0, 30),
      'missing_file',
    ],
    ['a part named like a prototype', [{ name: '__proto__', content: 'x' }], 'missing_file'],
    [
      'a thousand parts',
      Array.from({ length: 1000 }, (_, index) => ({ name: `field ${index}`, content: 'x' })),
      'missing_file',
    ],
  ];

  it.each(cases)('%s', async (_name, body, detail) => {
    const emulator = await openEmulator();
    const answer = await upload(emulator, emulator.signIn().access_token, body);
    expect([answer.statusCode, answer.json()]).toEqual([400, { detail }]);
    expect(emulator.flights.list().items).toEqual([]);
  });

  it.each([
    'application/json',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/mixed; boundary=x',
    '',
  ])('accepts no file with the type “%s”', async (type) => {
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

  it('accepts one report among other fields and files', async () => {
    const emulator = await openEmulator();
    const parts = [{ name: 'note', content: 'x' }, report(png()), { ...report(jpeg(), 'b.jpg'), name: 'other' }];
    const answer = await upload(emulator, emulator.signIn().access_token, parts);
    expect(answer.statusCode).toBe(200);
  });
});

describe('A13: the maximum file size', () => {
  it('accepts the limit and refuses one byte more with 413 file_too_large', async () => {
    const emulator = await openEmulator({ maxFileBytes: 200_000, minGapMs: 0 });
    const { access_token } = emulator.signIn();
    const fits = Buffer.concat([png(), Buffer.alloc(200_000 - png().length)]);
    expect((await upload(emulator, access_token, fits)).statusCode).toBe(200);
    const over = await upload(emulator, access_token, Buffer.concat([fits, Buffer.from('x')]));
    expect([over.statusCode, over.json()]).toEqual([413, { detail: 'file_too_large' }]);
  });

  it('sends the refusal over the network while the rest is still arriving', async () => {
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
});

it('stores no record when the client disconnects midway', async () => {
  const emulator = await openEmulator();
  const { url } = await emulator.start();
  const body = multipart([report(anyPng())]);
  const sending = httpRequest(`${url}/api/v1/flights`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${emulator.signIn().access_token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
    },
  });
  sending.on('error', () => undefined);
  sending.write(body.subarray(0, body.length - 20));
  await once(sending, 'socket');
  sending.destroy();
  const answer = await fetch(`${url}/api/v1/flights`, { method: 'POST' });
  expect(answer.status).toBe(401);
  expect(emulator.flights.list().items).toEqual([]);
});

it('accepts only one of two simultaneous uploads', async () => {
  const emulator = await openEmulator();
  const { access_token } = emulator.signIn();
  const answers = await Promise.all([1, 2].map((number) => upload(emulator, access_token, anyPng(number))));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((left, right) => left - right)).toEqual([200, 429]);
});

it('A16: refuses a token of a disabled application with 401', async () => {
  const emulator = await openEmulator();
  const { access_token } = emulator.signIn();
  emulator.applications.update(clientId, { disabled: true });
  expect((await upload(emulator, access_token, anyPng())).json()).toEqual({ detail: 'unauthorized' });
});

it('refuses a token with 401 once its 900 seconds have passed', async () => {
  const emulator = await openEmulator();
  const { access_token } = emulator.signIn();
  await emulator.clock.advance(899_999);
  expect((await read(emulator, access_token)).statusCode).toBe(200);
  await emulator.clock.advance(1);
  expect((await read(emulator, access_token)).json()).toEqual({ detail: 'unauthorized' });
});
