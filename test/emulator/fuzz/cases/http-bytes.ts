// Corrupts a serialized request: bytes cut off, changed, inserted, prepended and appended; or replaces it.

import type { Chance } from '../../../support/chance.ts';
import { bytesOf } from './draft.ts';

const unauthenticated = [
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'SSH-2.0-OpenSSH_9.6\r\n',
  'EHLO x\r\n',
  '\r\n\r\n',
  'GET /nowhere\r\n\r\n',
  'GET\r\n\r\n',
  'GET /nowhere HTTP/1.1',
  '\0',
  '\n'.repeat(5000),
  '{"a":1}',
  'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
];

type Spoil = [message: string, spoil: (bytes: Buffer, chance: Chance) => Buffer];

const spoils: Spoil[] = [
  ['cut off anywhere', (bytes, chance) => bytes.subarray(0, chance.int(0, bytes.length))],
  [
    'cut off at a line',
    (bytes, chance) => {
      const ends = [...bytes.toString('latin1').matchAll(/\r|\n/g)].map(({ index }) => index + chance.int(0, 1));
      return bytes.subarray(0, ends.length === 0 ? bytes.length : chance.pick(ends));
    },
  ],
  [
    'a byte changed',
    (bytes, chance) => {
      const changed = Buffer.from(bytes);
      if (changed.length > 0)
        changed[chance.int(0, Math.min(changed.length, 400) - 1)] = chance.pick([
          0,
          9,
          10,
          13,
          32,
          58,
          127,
          128,
          255,
          chance.int(0, 255),
        ]);
      return changed;
    },
  ],
  [
    'a byte put in',
    (bytes, chance) => {
      const at = chance.int(0, Math.min(bytes.length, 400));
      return Buffer.concat([
        bytes.subarray(0, at),
        bytesOf(chance.pick(['\0', '\r', '\n', '\r\n', ' ', '\t', ':', '\xff'])),
        bytes.subarray(at),
      ]);
    },
  ],
  [
    'a piece taken out',
    (bytes, chance) => {
      const at = chance.int(0, bytes.length);
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + chance.int(1, 30))]);
    },
  ],
  [
    'a piece twice',
    (bytes, chance) => {
      const at = chance.int(0, bytes.length);
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - chance.int(1, 100)))]);
    },
  ],
  ['line feeds only', (bytes) => bytesOf(bytes.toString('latin1').replaceAll('\r\n', '\n'))],
  ['carriage returns only', (bytes) => bytesOf(bytes.toString('latin1').replaceAll('\r\n', '\r'))],
  [
    'empty lines before it',
    (bytes, chance) => Buffer.concat([bytesOf(chance.pick(['\r\n', '\n', '\r\n\r\n\r\n', '\r'])), bytes]),
  ],
  ['garbage behind it', (bytes, chance) => Buffer.concat([bytes, chance.bytes(chance.int(1, 500))])],
  ['a stranger instead of it', (_bytes, chance) => bytesOf(chance.pick(unauthenticated))],
  ['nothing but chance', (_bytes, chance) => chance.bytes(chance.int(1, 2000))],
  [
    'a second one that breaks off',
    (bytes, chance) => Buffer.concat([bytes, bytes.subarray(0, chance.int(1, bytes.length))]),
  ],
];

export function spoilBytes(bytes: Buffer, chance: Chance, message: string[]): Buffer {
  const [what, spoil] = chance.pick(spoils);
  message.push(what);
  return spoil(bytes, chance);
}
