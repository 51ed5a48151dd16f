// Malformed uploads: too many or too few parts, nested or unnamed ones, truncated ones, and delimiters that are nearly right.

import { png } from '../../images.ts';
import type { Chance } from '../../../support/chance.ts';
import { bytesOf, draft, setHeader } from './draft.ts';
import type { Draft } from './draft.ts';
import { marks } from './fuzz-case.ts';

/** The upload limit of the emulators in the run, kept small so that little is too much. */
export const maxFileBytes = 64 * 1024;

type Part = {
  head: string;
  content: Buffer;
};

const rightHead = 'Content-Disposition: form-data; name="report"; filename="report.png"\r\nContent-Type: image/png';

const heads = [
  rightHead,
  '',
  'Content-Disposition: form-data; name="report"',
  'Content-Disposition: form-data; filename="report.png"',
  'Content-Disposition: form-data; name=report; filename=report.png',
  'content-disposition:form-data;name=report;filename=report.png',
  'Content-Disposition: attachment; name="report"; filename="report.png"',
  'Content-Disposition: form-data; name="report"; filename=""',
  'Content-Disposition: form-data; name="report"; filename="re\\"port.png"',
  'Content-Disposition: form-data; name="report"; filename="report.png',
  'Content-Disposition: form-data; name="report\0"; filename="report.png"',
  "Content-Disposition: form-data; name=report; filename*=utf-8''%ff%fe.png",
  "Content-Disposition: form-data; name=report; filename*=nonsense'%'%zz.png",
  'Content-Disposition: form-data; name="report"; name="other"; filename="a.png"; filename="b.gif"',
  'Content-Disposition: form-data; name="__proto__"; filename="constructor.png"',
  'Content-Disposition: form-data; name="rеport"; filename="report.png"',
  'Content-Disposition: form-data;\r\n name="report";\r\n\tfilename="report.png"',
  `Content-Disposition: form-data; name="report"; filename="${'../'.repeat(500)}report.png"`,
  `Content-Disposition: form-data; name="report"; filename="${'\\'.repeat(9000)}`,
  `${rightHead}\r\nX: ${'x'.repeat(20_000)}`,
  `${'X: y\r\n'.repeat(3000)}${rightHead}`,
  `${rightHead}\r\nContent-Transfer-Encoding: base64`,
  `${rightHead}\r\nContent-Length: -5`,
  'Content-Disposition; form-data',
  ': : :',
  'Content-Disposition: form-data; name="report"; filename="report.png"\nX: y',
];

const boundaries = [
  'a-boundary',
  'b',
  '-',
  '--',
  '----WebKitFormBoundaryabcdefghijklmnop',
  'x'.repeat(70),
  'x'.repeat(71),
  'x'.repeat(3000),
  "'()+_,-./:=?",
  'with space',
  'a'.repeat(35),
  '\xe9\xff',
];

export function multipartDraft(chance: Chance): Draft {
  const message: string[] = [];
  const say = (what: string) => void message.push(what);
  const boundary = chance.is(0.6) ? 'a-boundary' : chance.pick(boundaries);
  if (boundary !== 'a-boundary') say(`the boundary ${boundary.slice(0, 40)}`);
  const parts = partsFor(chance, boundary, say);
  let body = join(boundary, parts);
  if (chance.is(0.5)) body = spoil(body, boundary, chance, say);

  const one = draft('POST', '/api/v1/flights', { body, message });
  if (chance.is(0.95)) one.headers.push(['Authorization', `Bearer ${marks.accessToken}`]);
  else say('no token');
  setHeader(one, 'Content-Type', typeFor(boundary, chance, say));
  if (chance.is(0.2)) {
    one.framing = 'chunked';
    say('in chunks');
  }
  return one;
}

function partsFor(chance: Chance, boundary: string, say: (what: string) => void): Part[] {
  const right: Part = { head: rightHead, content: png() };
  const odd = (): Part => ({ head: chance.pick(heads), content: contentFor(chance, boundary) });
  const ways: [string, () => Part[]][] = [
    ['one right part', () => [right]],
    ['no part', () => []],
    ['the report twice', () => [right, right]],
    ['one odd part', () => [odd()]],
    ['odd parts around a right one', () => [odd(), right, odd()]],
    [
      'thousands of parts',
      () =>
        Array.from({ length: chance.int(1000, 4000) }, () => ({
          head: 'Content-Disposition: form-data; name="x"',
          content: bytesOf('y'),
        })),
    ],
    [
      'many empty parts',
      () =>
        Array.from({ length: chance.int(10, 500) }, () => ({
          head: chance.pick(heads.slice(0, 4)),
          content: Buffer.alloc(0),
        })),
    ],
    [
      'a form within the form',
      () => [
        {
          head: rightHead.replace('image/png', 'multipart/mixed; boundary=inner'),
          content: join('inner', [right, odd()]),
        },
      ],
    ],
    ['a form within, with the same boundary', () => [{ head: rightHead, content: join(boundary, [right]) }]],
    ['a file of the largest size', () => [{ head: rightHead, content: padded(maxFileBytes) }]],
    ['a file of one byte more', () => [{ head: rightHead, content: padded(maxFileBytes + 1) }]],
    ['a file far too large', () => [{ head: rightHead, content: padded(maxFileBytes * chance.int(2, 20)) }]],
    [
      'another file far too large',
      () => [{ head: rightHead.replace('report', 'other'), content: padded(maxFileBytes * 10) }, right],
    ],
  ];
  const [message, way] = chance.pick(ways);
  say(message);
  return way();
}

const padded = (sizeBytes: number) => Buffer.concat([png(), Buffer.alloc(sizeBytes - png().length, 7)]);

function contentFor(chance: Chance, boundary: string): Buffer {
  return chance.pick([
    () => png(),
    () => Buffer.alloc(0),
    () => chance.bytes(chance.int(1, 300)),
    () => bytesOf(`\r\n--${boundary}x\r\n`),
    () => bytesOf(`\r\n--${boundary.slice(0, -1)}`),
    () => bytesOf(`--${boundary}`),
    () => bytesOf('\r\n'.repeat(chance.int(1, 5000))),
    () => bytesOf(`\r\n--${boundary}-`),
    () => bytesOf('\r'),
  ])();
}

const join = (boundary: string, parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ head, content }) => [bytesOf(`--${boundary}\r\n${head}\r\n\r\n`), content, bytesOf('\r\n')]),
    bytesOf(`--${boundary}--\r\n`),
  ]);

function spoil(body: Buffer, boundary: string, chance: Chance, say: (what: string) => void): Buffer {
  const text = () => body.toString('latin1');
  const ways: [string, () => Buffer][] = [
    ['cut off', () => body.subarray(0, chance.int(0, body.length))],
    ['without the last delimiter', () => body.subarray(0, body.length - boundary.length - 6)],
    ['without the last two characters', () => body.subarray(0, body.length - 4)],
    ['with something before', () => Buffer.concat([chance.bytes(chance.int(1, 200)), bytesOf('\r\n'), body])],
    ['with a wrong something before', () => Buffer.concat([bytesOf(`--${boundary}`), body])],
    ['with something behind', () => Buffer.concat([body, chance.bytes(chance.int(1, 5000))])],
    ['twice', () => Buffer.concat([body, body])],
    ['line feeds only', () => bytesOf(text().replaceAll('\r\n', '\n'))],
    ['carriage returns only', () => bytesOf(text().replaceAll('\r\n', '\r'))],
    [
      'padded delimiters',
      () => bytesOf(text().replaceAll(`--${boundary}\r\n`, `--${boundary}${' \t'.repeat(chance.int(1, 200))}\r\n`)),
    ],
    ['a byte changed', () => changedAt(body, chance.int(0, body.length - 1), chance.int(0, 255))],
    ['a piece taken out', () => without(body, chance)],
    ['empty', () => Buffer.alloc(0)],
    ['delimiters only', () => bytesOf(`--${boundary}\r\n`.repeat(chance.int(1, 3000)))],
    ['delimiters without line ends', () => bytesOf(`\r\n--${boundary}`.repeat(chance.int(1, 3000)))],
  ];
  const [message, way] = chance.pick(ways);
  say(`the body ${message}`);
  return way();
}

function changedAt(body: Buffer, at: number, byte: number): Buffer {
  const changed = Buffer.from(body);
  if (at >= 0) changed[at] = byte;
  return changed;
}

function without(body: Buffer, chance: Chance): Buffer {
  const from = chance.int(0, body.length);
  return Buffer.concat([body.subarray(0, from), body.subarray(from + chance.int(1, 40))]);
}

function typeFor(boundary: string, chance: Chance, say: (what: string) => void): string {
  const right = `multipart/form-data; boundary="${boundary}"`;
  if (chance.is(0.8)) return right;
  const type = chance.pick([
    `multipart/form-data; boundary=${boundary}`,
    `Multipart/Form-Data;BOUNDARY=${boundary};charset=utf-8`,
    `multipart/form-data; boundary=${boundary}; boundary=other`,
    'multipart/form-data; boundary=other',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary=',
    'multipart/form-data',
    'multipart/form-data; boundary="',
    `multipart/form-data; boundary="${'\\'.repeat(5000)}`,
    `multipart/mixed; boundary=${boundary}`,
    `multipart/form-data, ${right}`,
    'image/png',
    'application/x-www-form-urlencoded',
    '',
    ';',
  ]);
  say(`the type ${JSON.stringify(type.slice(0, 60))}`);
  return type;
}
