import { Busboy } from '@fastify/busboy';
import { anyCharacter, fc } from '../../support/fast-check.ts';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Response } from 'undici';
import { createMultipartReader } from '../../../emulator/flights/multipart.ts';
import { multipartBody } from '../../../main/core/service/multipart.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'multipart-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
function fileOf(content: Buffer, name: string, mediaType = 'image/png') {
  const path = join(folder, `${(count += 1)}.bin`);
  writeFileSync(path, content);
  return { path, name, bytes: content.length, mediaType, sha256: createHash('sha256').update(content).digest('hex') };
}

/** How an independent parser reads a body. */
async function parse(body: ReturnType<typeof multipartBody>) {
  const chunks: Buffer[] = [];
  for await (const chunk of body.stream) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  const parts: { field: string; name: string; mediaType: string; content: Buffer }[] = [];
  const parser = new Busboy({ headers: { 'content-type': body.contentType } });
  parser.on('file', (field, stream, name, _encoding, mediaType) => {
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('end', () => parts.push({ field, name, mediaType, content: Buffer.concat(pieces) }));
  });
  const fields: string[] = [];
  parser.on('field', (field) => fields.push(field));
  await new Promise((resolve, reject) => {
    parser.on('finish', resolve).on('error', reject);
    Readable.from([whole]).pipe(parser);
  });
  return { whole, parts, fields };
}

describe('the body of an upload', () => {
  it('is one file named report, byte for byte, and has the declared length', async () => {
    for (const size of [0, 1, 65_535, 65_536, 65_537, 300_000]) {
      const content = Buffer.alloc(size, '\r\n--');
      const body = multipartBody(fileOf(content, 'shot.png'), () => {});
      const { whole, parts, fields } = await parse(body);
      expect(whole.length).toBe(body.totalBytes);
      expect(fields).toEqual([]);
      expect(parts).toHaveLength(1);
      expect(parts[0]).toMatchObject({ field: 'report', name: 'shot.png', mediaType: 'image/png' });
      expect(parts[0]!.content.equals(content)).toBe(true);
    }
  });

  it.each([
    ['LH 440 – Frankfurt.png', 'LH 440 – Frankfurt.png'],
    ['Отчёт о рейсе.jpg', 'Отчёт о рейсе.jpg'],
    ['飞行报告 🛫.png', '飞行报告 🛫.png'],
    ['تقرير.jpeg', 'تقرير.jpeg'],
    // as browsers do: percent-encoded, so that a name can never end its header
    ['my "best" landing.png', 'my %22best%22 landing.png'],
    ['two\r\nlines.png', 'two%0D%0Alines.png'],
    [`x"\r\nContent-Type: text/html\r\n\r\n.png`, 'x%22%0D%0AContent-Type: text/html%0D%0A%0D%0A.png'],
    ["semi;colon=and'quote.png", "semi;colon=and'quote.png"],
    ['100%25.png', '100%25.png'],
    ['tab\tnul\0esc\u001b[31m.png', 'tab%09nul%00esc%1B[31m.png'],
    ['del\u007fnel\u0085csi\u009b.png', 'del%7Fnel%C2%85csi%C2%9B.png'],
  ])('carries the name %j', async (name, expected) => {
    const { parts } = await parse(multipartBody(fileOf(Buffer.from('x'), name), () => {}));
    // The parser keeps what follows the last slash, as every server should.
    expect(parts.map((part) => part.name)).toEqual([expected.split('/').at(-1)]);
  });

  it('has no control character in its header, and every reader finds the same file, for any name', async () => {
    const unit = fc.oneof(
      fc.constantFrom('"', '\\', '\r', '\n', '\0', '\t', ';', '=', '%', "'", '*', '\x7f', '\x85', '\u2028', '\ud800'),
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 30 }), async (name) => {
        const body = multipartBody(fileOf(Buffer.from('content'), `${name}.png`), () => {});
        const { whole, parts } = await parse(body);
        const head = whole.toString('utf8').split('\r\n\r\n')[0]!;
        expect(head.split('\r\n').filter((line) => /\p{Cc}/u.test(line))).toEqual([]);
        expect(head.split('\r\n')).toHaveLength(3);
        expect(whole.length).toBe(body.totalBytes);
        expect(parts).toMatchObject([{ field: 'report', mediaType: 'image/png' }]);
        expect(parts[0]?.content.toString()).toBe('content');
        const form = await new Response(whole, { headers: { 'content-type': body.contentType } }).formData();
        expect([...form.keys()]).toEqual(['report']);
        expect(form.get('report')).toMatchObject({ type: 'image/png', size: 7 });
        const seen: { name: string; fileName: string | null }[] = [];
        const boundary = body.contentType.split('boundary=')[1]!;
        const reader = createMultipartReader(boundary, (part) => {
          seen.push(part);
          return null;
        });
        reader.push(whole);
        expect([reader.end(), seen.length, seen[0]?.name]).toEqual([true, 1, 'report']);
        expect(seen[0]?.fileName).toMatch(/\.png$/);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['one bit is another', (content: Buffer) => content.with(content.length >> 1, 1)],
    ['the first bit is another', (content: Buffer) => content.with(0, 1)],
    ['the last bit is another', (content: Buffer) => content.with(content.length - 1, 1)],
    ['it is cut off', (content: Buffer) => content.subarray(0, -1)],
    ['it is empty', () => Buffer.alloc(0)],
    ['it is longer', (content: Buffer) => Buffer.concat([content, Buffer.alloc(200_000)])],
  ])('ends before its last byte where the file changed: %s', async (_, damage) => {
    for (const size of [1, 65_536, 300_000]) {
      const file = fileOf(Buffer.alloc(size), 'shot.png');
      writeFileSync(file.path, damage(Buffer.alloc(size)));
      const body = multipartBody(file, () => {});
      let sentBytes = 0;
      const send = async () => {
        for await (const chunk of body.stream) sentBytes += chunk.length;
      };
      await expect(send()).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
      // The last byte of the file and the closing boundary are still here.
      expect(sentBytes).toBeLessThan(body.totalBytes - '--'.length - 18);
    }
  });

  it('has a new boundary each time', () => {
    const file = fileOf(Buffer.from('x'), 'a.png');
    expect(multipartBody(file, () => {}).contentType).not.toBe(multipartBody(file, () => {}).contentType);
  });

  it('counts each piece once it was passed on, and the end of the body last', async () => {
    const heard: number[] = [];
    const body = multipartBody(fileOf(Buffer.alloc(150_000), 'a.png'), (sent, total) => {
      expect(total).toBe(body.totalBytes);
      heard.push(sent);
    });
    expect(heard).toEqual([]);
    const { whole } = await parse(body);
    const head = whole.indexOf('\r\n\r\n') + 4;
    expect(heard).toEqual([head, head + 65_536, head + 131_072, head + 150_000, whole.length]);
  });
});
