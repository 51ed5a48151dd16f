// A random answer: anything that a service, a gateway, a proxy or nothing may send. It damages or replaces the honest
// answer, even after the request was carried out, but never tells a plausible lie: a documented rejection, or a 429, of
// something that was carried out. No client can handle that.
import { gzipSync } from 'node:zlib';
import type { Chance } from '../../support/chance.ts';
import { chunked, head, json, whole, type About, type DrawnAnswer, type Honest, type Piece } from './answer-parts.ts';
import { isBelieved, storedAfter } from './believed-answers.ts';
import { isLie, mutated, nextOther } from './odd-values.ts';

const MiB = 2 ** 20;
const tenMegabytes = Buffer.from(`{"id":1,"pad":"${'x'.repeat(10 * MiB)}"}`);
const bomb = gzipSync(Buffer.alloc(50 * MiB, 32));
const details =
  'unauthorized insufficient_scope rate_limit_exceeded write_not_enabled missing_file invalid_file too_fast not_found';
const errors =
  'invalid_client invalid_grant unsupported_grant_type invalid_request server_error temporarily_unavailable';

type Maker = (
  about: About,
  honest: Honest,
  chance: Chance,
  isStrict: boolean,
) => Omit<DrawnAnswer, 'name' | 'isEarly'> & { isEarly?: boolean };

const makers: Readonly<Record<string, Maker>> = {
  status(about, _honest, chance, isStrict) {
    const status = chance.is(0.5)
      ? chance.pick([400, 401, 403, 404, 405, 408, 409, 413, 418, 422, 429, 500, 502, 503, 504, 520, 599])
      : chance.int(300, 599);
    const word = chance.pick((about === 'token' ? errors : details).split(' '));
    const body = chance.pick([
      '',
      JSON.stringify(about === 'token' ? { error: word, error_description: 'drawn' } : { detail: word }),
      JSON.stringify({ detail: [word] }),
      '<!doctype html><h1>No</h1>',
      'null',
      chance.text(chance.int(0, 200)),
    ]);
    const type = chance.pick([json, 'content-type: text/html', 'content-type: text/plain', 'x-none: 1']);
    return {
      pieces: [...whole(status, { headers: [type], body: Buffer.from(body, 'latin1') }), { end: 'keep' }],
      stored: storedAfter(status, body, isStrict),
    };
  },
  'carried out, then another answer'(about, _honest, chance, isStrict) {
    const { status, type, body } = nextOther(about, chance);
    const bytes = Buffer.concat([head(status, { headers: type ? [type] : [], body }), Buffer.from(body)]);
    const cut: Piece[] = [
      { send: bytes.subarray(0, chance.int(0, bytes.length - 1)) },
      { end: chance.pick(['close', 'reset']) },
    ];
    return {
      pieces: chance.is(0.3) ? cut : [{ send: bytes }, { end: 'keep' }],
      stored: isBelieved(status, isStrict) ? 'no' : 'yes',
    };
  },
  'a yes without sense'(_about, _honest, chance) {
    const status = chance.pick([200, 201, 202, 203, 204, 206, 299]);
    const isEmpty = status === 204;
    const body = chance.pick(['', '[]', 'null', '7', '"id"', '{"id":', '\ufeff{}', '{"id":null}', chance.text(80)]);
    const type = chance.pick([json, 'content-type: text/plain', 'content-type: application/octet-stream', 'x-none: 1']);
    const parts = { headers: isEmpty ? [] : [type], body: isEmpty ? '' : Buffer.from(body, 'utf8') };
    return { pieces: [...whole(status, parts), { end: 'keep' }], stored: 'maybe' };
  },
  'a page for people': () => ({
    pieces: [
      ...whole(200, { headers: ['content-type: text/html'], body: '<html>Welcome to the hotel' }),
      { end: 'keep' },
    ],
    stored: 'maybe',
  }),
  'wrong types'(about, honest, chance) {
    const value = mutated(honest.json, chance);
    const body = JSON.stringify(isLie(about, value) ? { items: 'none' } : value);
    return { pieces: [...whole(honest.status, { headers: [json], body }), { end: 'keep' }], stored: 'yes' };
  },
  cut(_about, honest, chance) {
    const bytes = Buffer.concat([
      head(200, { headers: [json], body: JSON.stringify(honest.json) }),
      Buffer.from(JSON.stringify(honest.json)),
    ]);
    return {
      pieces: [
        { send: bytes.subarray(0, chance.int(0, bytes.length - 1)) },
        { end: chance.pick(['close', 'reset', 'hang']) },
      ],
      stored: 'maybe',
    };
  },
  'no HTTP': (_about, _honest, chance) => ({
    pieces: [{ send: chance.bytes(chance.int(1, 3_000)) }, { end: chance.pick(['close', 'reset']) }],
    stored: 'maybe',
  }),
  '10 MB of JSON': () => ({
    pieces: [...whole(200, { headers: [json], body: tenMegabytes }), { end: 'close' }],
    stored: 'maybe',
  }),
  'endless body': (_about, _honest, chance) => ({
    pieces: [
      { send: head(200, { headers: [json, chance.is(0.5) ? chunked : 'content-length: 999999999999'] }) },
      { repeat: Buffer.from(`4000\r\n${' '.repeat(0x4000)}\r\n`), times: 4_000, everyMs: 0 },
      { end: 'close' },
    ],
    stored: 'maybe',
  }),
  'slow drip': (_about, _honest, chance) => ({
    pieces: [
      { send: head(200, { headers: [json, 'content-length: 100000'] }) },
      { repeat: Buffer.from(' '), times: 100_000, everyMs: chance.int(1, 55) * 1_000 },
      { end: 'close' },
    ],
    stored: 'maybe',
  }),
  'slow head': (_about, _honest, chance) => ({
    pieces: [
      { send: Buffer.from('HTTP/1.1 200 OK\r\n') },
      { repeat: Buffer.from('x-slow: 1\r\n'), times: 900, everyMs: chance.int(1, 55) * 1_000 },
      { end: 'close' },
    ],
    stored: 'maybe',
  }),
  early(_about, _honest, chance) {
    const status = chance.pick([400, 401, 403, 413, 429, 503]);
    return {
      pieces: [
        ...whole(status, { headers: [json, 'connection: close'], body: '{"detail":"early"}' }),
        { end: chance.pick(['close', 'reset', 'hang']) },
      ],
      isEarly: true,
      stored: 'no',
    };
  },
  'two answers': (_about, honest, chance) => ({
    pieces: [
      ...whole(honest.status, { headers: [json], body: JSON.stringify(honest.json) }),
      ...whole(chance.pick([200, 500]), { headers: [json], body: '{"id":999999,"detail":"second"}' }),
      { end: chance.pick(['close', 'keep']) },
    ],
    stored: 'yes',
  }),
  'chunked nonsense': (_about, honest, chance) => ({
    pieces: [
      { send: head(200, { headers: [json, chunked] }) },
      {
        send: Buffer.from(
          chance.pick([
            'zz\r\n{}\r\n0\r\n\r\n',
            '-5\r\n{}\r\n',
            'ffffffffffffffff\r\n{}',
            `2\r\n${JSON.stringify(honest.json)}\r\n0\r\n\r\n`,
            '0\r\n\r\n',
            '\r\n\r\n',
          ]),
        ),
      },
      { end: chance.pick(['close', 'reset']) },
    ],
    stored: 'maybe',
  }),
  redirect(_about, _honest, chance) {
    const status = chance.pick([300, 301, 302, 303, 305, 307, 308]);
    const to = chance.pick([
      '/login',
      '/api/v1/flights',
      'http://127.0.0.1:9/',
      'https://elsewhere.example/',
      '',
      '::',
      'javascript:1',
    ]);
    return {
      pieces: [...whole(status, { headers: [`location: ${to}`] }), { end: 'keep' }],
      stored: 'maybe',
    };
  },
  compressed(_about, honest, chance) {
    const body = chance.pick([gzipSync(JSON.stringify(honest.json)), bomb, chance.bytes(300)]);
    return {
      pieces: [
        ...whole(200, { headers: [json, `content-encoding: ${chance.pick(['gzip', 'br', 'deflate', 'x'])}`], body }),
        { end: 'close' },
      ],
      stored: 'yes',
    };
  },
  'huge headers': (_about, honest, chance) => ({
    pieces: [
      ...whole(200, {
        headers: [
          json,
          ...(chance.is(0.5)
            ? [`x-huge: ${'h'.repeat(200_000)}`]
            : Array.from({ length: 5_000 }, (_, index) => `x-${index}: h`)),
        ],
        body: JSON.stringify(honest.json),
      }),
      { end: 'close' },
    ],
    stored: 'yes',
  }),
  'huge Retry-After'(_about, _honest, chance) {
    const status = chance.pick([429, 503]);
    const after = chance.pick([
      '999999999',
      '99999999999999999999',
      '-5',
      'soon',
      '1e9',
      'Fri, 31 Dec 9999 23:59:59 GMT',
      'Thu, 01 Jan 1970 00:00:00 GMT',
      '7 ; 8',
    ]);
    const body = JSON.stringify({ detail: chance.pick(['too_fast', 'rate_limit_exceeded', 'busy']) });
    return {
      pieces: [...whole(status, { headers: [json, `retry-after: ${after}`], body }), { end: 'keep' }],
      stored: 'no',
    };
  },
  'nothing at all': (_about, _honest, chance) => ({
    pieces: [{ end: chance.pick(['close', 'reset', 'hang']) }],
    stored: 'maybe',
    isEarly: chance.is(0.3),
  }),
  'informational flood': (_about, honest, chance) => ({
    pieces: [
      { send: Buffer.from('HTTP/1.1 103 Early\r\nlink: </x>\r\n\r\n'.repeat(chance.int(1, 300))) },
      ...(chance.is(0.8) ? whole(honest.status, { headers: [json], body: JSON.stringify(honest.json) }) : []),
      { end: 'close' },
    ],
    stored: 'yes',
  }),
  'wrong length': (_about, honest, chance) => ({
    pieces: [
      ...whole(200, {
        headers: [
          json,
          ...chance.pick([
            ['content-length: 3'],
            ['content-length: 99999'],
            ['content-length: -1'],
            ['content-length: 5', 'content-length: 7'],
            ['content-length: x'],
          ]),
        ],
        body: JSON.stringify(honest.json),
      }),
      { end: 'close' },
    ],
    stored: 'yes',
  }),
  'switching protocols': () => ({
    pieces: [
      { send: Buffer.from('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n') },
      { end: 'close' },
    ],
    stored: 'maybe',
  }),
  'old or odd HTTP': (_about, honest, chance) => ({
    pieces: [
      {
        send: Buffer.from(
          `${chance.pick(['HTTP/1.0 200 OK', 'http/1.1 200 ok', 'HTTP/2 200', 'HTTP/1.1 200', 'HTTP/1.1  200  OK', 'ICY 200 OK', 'HTTP/1.1 99999 OK'])}\r\n${json}\r\n\r\n${JSON.stringify(honest.json)}`,
        ),
      },
      { end: 'close' },
    ],
    stored: 'yes',
  }),
};

const drawnNames = Object.keys(makers);

/** Slow ones cost hours of the clock each, so they are rarer. */
const rarely: ReadonlySet<string> = new Set([
  'slow drip',
  'slow head',
  '10 MB of JSON',
  'endless body',
  'huge headers',
  'compressed',
]);

/** The campaign's main subject: a fifth of all. */
const oftenest = 'carried out, then another answer';

export function drawAnswer(about: About, honest: Honest, chance: Chance, isStrict: boolean): DrawnAnswer {
  let name = chance.is(0.2) ? oftenest : chance.pick(drawnNames);
  if (rarely.has(name) && !chance.is(0.3)) name = chance.pick(drawnNames);
  return { name, isEarly: false, ...makers[name]!(about, honest, chance, isStrict) };
}
