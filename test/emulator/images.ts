// Images for tests, as small as possible, and multipart bodies around them.

import { crc32 } from 'node:zlib';
import type { Emulator } from '../../emulator/emulator.ts';

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** A minimal PNG: header, the given chunks, meaningless pixels, end. */
export function png(...chunks: Buffer[]): Buffer {
  const header = Buffer.from('00000001000000010802000000', 'hex');
  const pixels = Buffer.from('an image of a report');
  return Buffer.concat([
    pngStart,
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export const pngNote = (report: unknown): Buffer =>
  pngChunk('tEXt', Buffer.from(`FlightReport\0${JSON.stringify(report)}`, 'latin1'));

export function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

export function jpeg(...segments: Buffer[]): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, Buffer.from('JFIF\0\u0001\u0001')),
    ...segments,
    jpegSegment(0xda, Buffer.from([1, 2, 3])),
    Buffer.from('pixels'),
    Buffer.from([0xff, 0xd9]),
  ]);
}

export const jpegNote = (report: unknown): Buffer =>
  jpegSegment(0xfe, Buffer.from(`FlightReport:${JSON.stringify(report)}`));

export const sampleReport = {
  aircraft: 'A20N',
  icao_out: 'EDDF',
  icao_in: 'LPPT',
  en_route: 168,
  pax: 168,
  cargo_kg: 2140,
  delay_min: -4,
  date: '2026-05-12T09:40:00',
};

/** Another image for each number. */
export const anyPng = (number = 0): Buffer => png(pngChunk('tEXt', Buffer.from(`Title\0image ${number}`)));

export type Part = { name: string; fileName?: string; type?: string; content: Buffer | string };

export const boundary = 'a-boundary';

export function multipart(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, fileName, type, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n${
        type === undefined ? '' : `Content-Type: ${type}\r\n`
      }\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

/** The same bytes in pieces, cut at any places. */
export function cut(body: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (body.length + 1)))].toSorted((left, right) => left - right);
  return [...ends, body.length]
    .map((end, index) => body.subarray(index === 0 ? 0 : ends[index - 1], end))
    .filter((piece) => piece.length > 0);
}

export const report = (content: Buffer | string, fileName = 'report.png'): Part => ({
  name: 'report',
  fileName,
  type: 'image/png',
  content,
});

/** POST /api/v1/flights; a Buffer is the file, a list is the parts, a string is the body verbatim. */
export function upload(emulator: Emulator, token: string | null, what: Buffer | readonly Part[] | string) {
  const parts = Buffer.isBuffer(what) ? [report(what)] : what;
  return emulator.inject({
    method: 'POST',
    url: '/api/v1/flights',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    payload: typeof parts === 'string' ? parts : multipart(parts),
  });
}

/** The same over the network, as a browser sends it. */
export function uploadTo(url: string, accessToken: string, image: Buffer = anyPng(), fileName = 'report.png') {
  const body = new FormData();
  body.set('report', new File([new Uint8Array(image)], fileName, { type: 'image/png' }));
  return fetch(`${url}/api/v1/flights`, { method: 'POST', headers: { authorization: `Bearer ${accessToken}` }, body });
}
