// Corrupts a request before serialization: its request line, headers, lengths and chunks.

import { METHODS } from 'node:http';
import type { Chance } from '../../../support/chance.ts';
import { bytesOf, setHeader } from './draft.ts';
import type { Draft } from './draft.ts';

const targets = [
  '*',
  '',
  '/',
  '//',
  '/%',
  '/%00',
  '/..%2f..%2foauth/token',
  '/../oauth/token',
  '/./oauth/token',
  '/oauth/token/',
  '/oauth/token;x',
  '/oauth%2ftoken',
  '/OAUTH/TOKEN',
  '/oauth/token#x',
  '/oauth/token??',
  '/oauth//token',
  'http://127.0.0.1/oauth/token',
  'http://elsewhere.example/api/v1/flights',
  'http://user:pass@x/oauth/token',
  'https://x/oauth/token',
  'HTTP://X/',
  'ftp://x/',
  'elsewhere.example:443',
  '?x=y',
  'oauth/token',
  '/\\',
  '/{}|^`<>"',
  '/é',
  '/\x00',
  '/ x',
  '/api/v1/flights/%E0%A4%A',
  '/__proto__',
  '/constructor/prototype',
  '/:id',
  '/*',
];

type Change = [message: string, change: (one: Draft, chance: Chance) => void];

const changes: Change[] = [
  ['another method', (one, chance) => (one.method = chance.pick(METHODS))],
  [
    'an invalid method',
    (one, chance) =>
      (one.method = chance.pick(['get', 'GETT', '', 'G\0T', 'POST ', ' POST', 'X'.repeat(5000), '\xff'])),
  ],
  ['another address', (one, chance) => (one.target = chance.pick(targets))],
  [
    'a long address',
    (one, chance) => (one.target = `/${'x'.repeat(chance.pick([100, 2000, 14_000, 17_000, 70_000]))}`),
  ],
  [
    'another version',
    (one, chance) =>
      (one.version = chance.pick([
        'HTTP/1.0',
        'HTTP/0.9',
        'HTTP/2.0',
        'HTTP/1.2',
        'HTTP/1',
        'http/1.1',
        'HTTP/1.1 ',
        '',
        'ICE/1.0',
        'RTSP/1.0',
        'HTTP/11',
        'HTTP/1.1\t',
      ])),
  ],
  ['no host', (one) => (one.headers = one.headers.filter(([name]) => name !== 'Host'))],
  ['two hosts', (one) => one.headers.push(['Host', 'y'])],
  [
    'an odd host',
    (one, chance) =>
      setHeader(one, 'Host', chance.pick(['', ' ', 'a b', 'x:99999', '[', '\xff', 'x,y', 'x'.repeat(5000)])),
  ],
  [
    'a wrong length',
    (one, chance) => {
      one.framing = 'none';
      const size = one.body.length;
      const value = chance.pick([
        size + 1,
        size + 5000,
        size - 1,
        0,
        -1,
        -size,
        1e20,
        '',
        'x',
        `${size}x`,
        `+${size}`,
        `0x${size.toString(16)}`,
        `${size}, ${size}`,
        `${size},`,
        `0${size}`,
        ` ${size} `,
        '9'.repeat(400),
        '1e3',
        '1.5',
        '٣',
      ]);
      one.headers.push([
        'Content-Length',
        typeof value === 'number' ? String(value) : Buffer.from(value, 'utf8').toString('latin1'),
      ]);
    },
  ],
  [
    'two lengths',
    (one, chance) => {
      one.framing = 'length';
      one.headers.push(['Content-Length', String(one.body.length + chance.pick([0, 1, -1]))]);
    },
  ],
  [
    'chunks and a length',
    (one) => {
      one.framing = 'chunked';
      one.headers.push(['Content-Length', String(one.body.length)]);
    },
  ],
  [
    'an odd coding',
    (one, chance) => {
      one.framing = 'none';
      one.headers.push([
        'Transfer-Encoding',
        chance.pick([
          'Chunked',
          'gzip, chunked',
          'chunked, gzip',
          'chunked, chunked',
          'identity',
          '',
          'xchunked',
          'chunked;q=1',
          '\tchunked',
          'chunked\x80',
        ]),
      ]);
    },
  ],
  [
    'odd chunks',
    (one, chance) => {
      one.framing = 'none';
      one.headers.push(['Transfer-Encoding', 'chunked']);
      one.body = bytesOf(
        chance.pick([
          'zz\r\n',
          '-1\r\nx\r\n0\r\n\r\n',
          'ffffffffffffffffffff\r\nx',
          '5\r\nab\r\n0\r\n\r\n',
          '1\r\nab\r\n0\r\n\r\n',
          '1;ext=1\r\na\r\n0\r\n\r\n',
          `1;${'e'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
          `1;${'e'.repeat(5000)}\r\na\r\n`.repeat(10) + '0\r\n\r\n',
          '1\na\n0\n\n',
          '0x1\r\na\r\n0\r\n\r\n',
          ' 1\r\na\r\n0\r\n\r\n',
          '1 \r\na\r\n0\r\n\r\n',
          '1\r\na\r\n',
          '0\r\n',
          '0\r\nTrailer: x\r\n\r\n',
          '0\r\nContent-Length: 5\r\nHost: y\r\n\r\n',
          `0\r\nX: ${'x'.repeat(30_000)}\r\n\r\n`,
          '0\r\nbad trailer\r\n\r\n',
          '\r\n',
          '1\r\n\r\n0\r\n\r\n',
          '1\r\na\r\n'.repeat(3000) + '0\r\n\r\n',
        ]),
      );
    },
  ],
  ['in chunks', (one) => (one.framing = one.body.length > 0 ? 'chunked' : one.framing)],
  [
    'an odd header',
    (one, chance) =>
      one.headers.push(
        chance.pick<[string, string]>([
          ['', 'x'],
          ['a b', 'x'],
          ['a\tb', 'x'],
          ['a\0b', 'x'],
          ['X', 'a\0b'],
          ['X', 'a\rb'],
          ['X', 'a\nb'],
          ['X', 'a\r\n b'],
          ['X', 'a\r\n\tb'],
          ['\r\n X', 'y'],
          ['X', '\x7f\x01\x02'],
          ['X', '\xff\xfe\x80'],
          ['é', 'x'],
          ['__proto__', 'x'],
          ['constructor', 'x'],
          ['Content-Type', 'text/plain'],
          ['Content-Type', '\xff/\xff'],
          ['X'.repeat(9000), 'x'],
        ]),
      ),
  ],
  ['a header without a colon', (one) => (one.version += '\r\nnonsense')],
  [
    'a huge header',
    (one, chance) => one.headers.push(['X', 'x'.repeat(chance.pick([8000, 15_000, 16_300, 17_000, 70_000, 300_000]))]),
  ],
  [
    'many headers',
    (one, chance) =>
      one.headers.push(
        ...Array.from({ length: chance.pick([100, 1900, 2100, 5000]) }, (): [string, string] => ['x', 'y']),
      ),
  ],
  [
    'an upgrade',
    (one, chance) =>
      one.headers.push(
        ['Connection', 'Upgrade'],
        ['Upgrade', chance.pick(['websocket', 'h2c', 'TLS/1.0', '', 'x'.repeat(500)])],
      ),
  ],
  [
    'an upgrade to HTTP/2',
    (one) =>
      one.headers.push(
        ['Connection', 'Upgrade, HTTP2-Settings'],
        ['Upgrade', 'h2c'],
        ['HTTP2-Settings', 'AAMAAABkAAQAAP__'],
      ),
  ],
  [
    'an expectation',
    (one, chance) => one.headers.push(['Expect', chance.pick(['100-continue', '100-Continue, x', 'wonders', ''])]),
  ],
  [
    'a connection header',
    (one, chance) =>
      one.headers.push([
        'Connection',
        chance.pick(['close', 'keep-alive', 'Close, keep-alive', 'content-length', 'x', '']),
      ]),
  ],
  [
    'HTTP/1.0 and keep-alive',
    (one) => {
      one.version = 'HTTP/1.0';
      one.headers.push(['Connection', 'keep-alive']);
    },
  ],
  [
    'a tunnel',
    (one, chance) => {
      one.method = 'CONNECT';
      one.target = chance.pick(['elsewhere.example:443', '/', '*', 'x', '127.0.0.1:1']);
    },
  ],
  ['trailers announced', (one) => one.headers.push(['Trailer', 'Content-Length, Host'], ['TE', 'trailers'])],
];

/** Changes the request's head or framing in one way, or in several. */
export function spoilDraft(one: Draft, chance: Chance): void {
  for (let times = chance.is(0.75) ? 1 : chance.int(2, 3); times > 0; times -= 1) {
    const [message, change] = chance.pick(changes);
    change(one, chance);
    one.message.push(message);
  }
}
