// The reader of multipart bodies finds what was written, for any chunking, and agrees with other parsers.

import { anyCharacter, fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { cut } from '../images.ts';
import { boundaryOf, createMultipartReader, parseParameters } from '../../../emulator/flights/multipart.ts';

type Field = { name: string; fileName: string | null; content: Buffer };

type Outcome = { fields: Field[]; isWhole: boolean };

function read(boundary: string, pieces: readonly Buffer[]): Outcome {
  const fields: Field[] = [];
  const reader = createMultipartReader(boundary, ({ name, fileName }) => {
    const bytes: Buffer[] = [];
    return {
      push: (piece) => void bytes.push(Buffer.from(piece)),
      end: () => void fields.push({ name, fileName, content: Buffer.concat(bytes) }),
    };
  });
  for (const piece of pieces) reader.push(piece);
  return { fields, isWhole: reader.end() };
}

const readWhole = (boundary: string, body: string | Buffer) => read(boundary, [Buffer.from(body)]);

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

function write(boundary: string, fields: readonly Field[]): Buffer {
  const parts = fields.map(({ name, fileName, content }) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(name)}${fileName === null ? '' : `; filename=${quoted(fileName)}`}\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ]),
  );
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

const boundaryText = fc.stringMatching(/^[A-Za-z0-9'()+_,./:=?-]{1,70}$/);
// No line breaks, as a header has none; and no folders, as those are left out.
const fileNameText = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n/\\]/g, '_'));
const nameText = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, '_'));
const places = fc.array(fc.nat({ max: 5000 }), { maxLength: 40 });

/** Bytes as similar to delimiters as possible. */
const contentAround = (boundary: string) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom('\r', '\n', '\r\n', '-', '--', '\r\n--', '\r\n\r\n', `--${boundary}`, boundary),
        fc.constantFrom(`\r\n--${boundary.slice(0, -1)}`, `\r\n--${boundary}x\r\n`, `\r\n--${boundary}-x`),
        fc.string({ unit: anyCharacter }),
      ),
    )
    .map((pieces) => Buffer.from(pieces.join('')))
    .filter((content) => !hasDelimiter(content, boundary));

const hasDelimiter = (content: Buffer, boundary: string) => {
  const text = `\r\n${content.toString('latin1')}\r\n--${boundary}\r\n`;
  const own = text.split(`\r\n--${boundary}`).slice(1, -1);
  return own.some((rest) => /^(?:--|[ \t]*(?:\r\n|$))/.test(rest) || rest.startsWith('-'));
};

const form = boundaryText.chain((boundary) =>
  fc.record({
    boundary: fc.constant(boundary),
    fields: fc.array(
      fc.record({ name: nameText, fileName: fc.option(fileNameText), content: contentAround(boundary) }),
      { maxLength: 5 },
    ),
  }),
);

describe('a multipart form', () => {
  it('is read the same for any chunking', () => {
    fc.assert(
      fc.property(form, places, ({ boundary, fields }, at) => {
        expect(read(boundary, cut(write(boundary, fields), at))).toEqual({ fields, isWhole: true });
      }),
      { numRuns: 500 },
    );
  });

  it('is incomplete when cut anywhere, with the earlier parts intact', () => {
    fc.assert(
      fc.property(form, fc.nat(), ({ boundary, fields }, at) => {
        const body = write(boundary, fields);
        const closing = Buffer.byteLength(`--${boundary}--\r\n`, 'latin1');
        const outcome = read(boundary, [body.subarray(0, at % (body.length - closing + 1))]);
        expect(outcome).toEqual({ fields: fields.slice(0, outcome.fields.length), isWhole: false });
      }),
      { numRuns: 300 },
    );
  });
});

it('of arbitrary bytes is read without throwing, the same for any chunking', () => {
  const boundary = 'b';
  const scraps = fc.array(
    fc.oneof(
      fc.constantFrom('\r\n', '--', '--b', '\r\n--b', '\r\n--b\r\n', '\r\n--b--', '-', '\r', ' ', '\t', '\r\n\r\n'),
      fc.constantFrom(
        'Content-Disposition: form-data; name="a"',
        'content-disposition:form-data;name=a;filename=',
        'x'.repeat(17_000),
        ' '.repeat(300),
      ),
      fc.string({ unit: anyCharacter }),
    ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(scraps, fc.array(fc.nat({ max: 60_000 }), { maxLength: 60 }), (pieces, at) => {
      const body = Buffer.from(pieces.join(''));
      expect(read(boundary, cut(body, at))).toEqual(readWhole(boundary, body));
    }),
    { numRuns: 1000 },
  );
});

describe('delimiters', () => {
  const part = 'Content-Disposition: form-data; name="a"\r\n\r\n';
  const rows: [string, string, string[], boolean][] = [
    ['may be padded', `--b \t\r\n${part}x\r\n--b--`, ['x'], true],
    ['may come after a preamble', `hello\r\n--b\r\n${part}x\r\n--b--`, ['x'], true],
    ['need the line end before them', `--b\r\n${part}x--b\r\n--b--`, ['x--b'], true],
    ['are not what merely begins like them', `--b\r\n${part}x\r\n--bb--\r\n--b--`, ['x\r\n--bb--'], true],
    ['need both characters of a line end', `--b\r\n${part}x\n--b\n\r\n--b--`, ['x\n--b\n'], true],
    ['end everything', `--b\r\n${part}x\r\n--b--\r\n--b\r\n${part}y\r\n--b--`, ['x'], true],
    ['may hold nothing between them', `--b\r\n${part}\r\n--b--`, [''], true],
    ['may follow one another', `--b\r\n--b\r\n--b\r\n${part}x\r\n--b--`, ['x'], true],
    [
      'within a head make it none',
      `--b\r\nContent-Disposition: form-data; name="a"\r\n--b\r\n${part}x\r\n--b--`,
      ['x'],
      true,
    ],
    ['right after a head make it none', `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n--b--`, [], true],
    ['are missed where the last is missing', `--b\r\n${part}x\r\n--b\r\n`, ['x'], false],
  ];

  it.each(rows)('%s', (_name, body, contents, isWhole) => {
    const outcome = readWhole('b', body);
    expect([outcome.fields.map(({ content }) => content.toString()), outcome.isWhole]).toEqual([contents, isWhole]);
  });
});

describe('part headers', () => {
  const headOf = (lines: string) => {
    const [field] = readWhole('b', `--b\r\n${lines}\r\n\r\nx\r\n--b--`).fields;
    return field && [field.name, field.fileName];
  };

  it.each([
    ['Content-Disposition: form-data; name="report"; filename="a.png"', ['report', 'a.png']],
    ['content-disposition:FORM-DATA;NAME=report;FILENAME=a.png', ['report', 'a.png']],
    ['Content-Disposition: form-data ; name="report" ; filename="a.png" ', ['report', 'a.png']],
    ['Content-Disposition: form-data;; name=report;', ['report', null]],
    ['Content-Disposition: form-data;\r\n name="report"', ['report', null]],
    [String.raw`Content-Disposition: form-data; name="a\"b\\c"; filename="C:\folder\a;b.png"`, ['a"b\\c', 'a;b.png']],
    ['Content-Disposition: form-data; name="é"; filename="ü.png"', ['é', 'ü.png']],
    ["Content-Disposition: form-data; name=a; filename=plain; filename*=utf-8''%c3%bc.png", ['a', 'plain']],
    ["Content-Disposition: form-data; name=a; filename*=utf-8''%c3%bc.png", ['a', 'ü.png']],
    ["Content-Disposition: form-data; name=a; filename=plain; filename*=utf-8''%ff", ['a', 'plain']],
    ['Content-Disposition: form-data; name=a; name=b', ['a', null]],
    ['Content-Disposition: form-data; name=""', ['', null]],
    ['Content-Disposition: form-data; name=a\r\nContent-Type: application/octet-stream; x=y', ['a', '']],
    ['Content-Disposition: attachment; name=a', undefined],
    ['Content-Disposition: form-data', undefined],
    ['Content-Disposition: form-data; name="a', undefined],
    ['Content-Disposition: form-data; name=a\nX: y', undefined],
    ['X: y', undefined],
    ['', undefined],
  ])('%j', (lines, expected) => {
    expect(headOf(lines)).toEqual(expected);
  });

  it('over 16 KiB are dropped, and the next part is read', () => {
    const right = 'Content-Disposition: form-data; name="a"';
    const outcome = readWhole(
      'b',
      `--b\r\n${right}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n1\r\n--b\r\n${right}\r\n\r\n2\r\n--b--`,
    );
    expect(outcome.fields.map(({ content }) => content.toString())).toEqual(['2']);
  });

  it.each(['\\', '\\"', '";', ' ;', '=', "'", '; a='])('of only %j are read in linear time', (piece) => {
    const text = `form-data; name="${piece.repeat(200_000)}`;
    expect(parseParameters(text).value).toBe('form-data');
  });
});

it('reads a boundary with or without quotes, in any case, and refuses an empty one', () => {
  const types: [string | undefined, string | null][] = [
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data;charset=utf-8; BOUNDARY="a b"', 'a b'],
    [`multipart/form-data; boundary=${'x'.repeat(200)}`, 'x'.repeat(200)],
    ['multipart/form-data; boundary=""', null],
    ['multipart/form-data; boundary', null],
    ['multipart/form-data', null],
    ['multipart/mixed; boundary=abc', null],
    ['multipart/form-database; boundary=abc', null],
    [undefined, null],
  ];
  expect(types.map(([type]) => boundaryOf(type))).toEqual(types.map(([, boundary]) => boundary));
});
