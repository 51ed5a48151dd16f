// The structure of a JPEG: SOI, segments with a length, scans of entropy-coded data, EOI (ITU-T T.81, annex B).
// Segments are skipped by their length, so that a thumbnail inside one cannot end the image. In a scan, FF 00 is data
// and FF D0 to D7 restart the decoder. Bytes behind EOI are ignored. Not detectable: unwritten zeros inside a scan, and
// data that should follow EOI. That is why the watcher waits until a file stays unchanged.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { ImageFault } from '../../messages/failures.ts';
import { createByteWalk, type ImageScan, type ScanState, type Step } from './byte-walk.ts';

export const jpegSignature = Buffer.from([0xff, 0xd8, 0xff]);

const soi = Buffer.from([0xff, 0xd8]);
const eoi = 0xd9;
const sos = 0xda;
const dqt = 0xdb;

/** FF 00 is data, TEM, RSTn and a second SOI have no length. Any number of FF may precede a code (B.1.1.2). */
const isWithoutContent = (code: number) => code <= 0x01 || (code >= 0xd0 && code <= 0xd8) || code === 0xff;
/** Start of frame: C0 to CF without DHT (C4), JPG (C8) and DAC (CC). */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
/** Sequential and progressive. The others, lossless and hierarchical, are opened by no common program, nor are 12 bits. */
const commonFrames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca]);
/** APPn and COM: what is drawn does not depend on their text. */
const isNote = (code: number) => (code >= 0xe0 && code <= 0xef) || code === 0xfe;

const maxScanComponents = 4;
/** Each component has one to four samples in both directions (B.2.2). */
const hasSampling = (frame: Buffer) =>
  frame.every((byte, at) => at < 6 || (at - 6) % 3 !== 1 || ((byte & 15) % 5 > 0 && (byte >> 4) % 5 > 0));

export function createJpegScan(): ImageScan {
  let state: ScanState = { kind: 'reading' };
  let width = 0;
  let height = 0;
  let hasScan = false;
  let hasTables = false;
  const drawn = createHash('sha256');
  const over = (piece: Buffer) => void drawn.update(piece);

  const damaged = (why: ImageFault = { reason: 'damaged', format: 'JPEG' }): null => {
    state = { kind: 'damaged', why };
    return null;
  };

  const nextMarker = (): Step => ({
    kind: 'seek',
    value: 0xff,
    counts: (code) => !isWithoutContent(code),
    // Outside of scans there is nothing to draw.
    ...(hasScan && { over }),
    next: marker,
  });

  function marker(code: number): Step | null {
    if (code === eoi) return end();
    return {
      kind: 'collect',
      bytes: 2,
      next(length) {
        // As libjpeg does: a note whose length is too small has no content.
        if (isNote(code)) return skip(Math.max(0, length.readUInt16BE(0) - 2));
        drawn.update(Buffer.of(0xff, code, ...length));
        return segment(code, length.readUInt16BE(0) - 2);
      },
    };
  }

  function skip(bytes: number): Step | null {
    if (bytes < 0) return damaged();
    return bytes === 0 ? nextMarker() : { kind: 'skip', bytes, next: nextMarker };
  }

  function segment(code: number, bytes: number): Step | null {
    if (isFrame(code)) return bytes < 6 || width > 0 ? damaged() : read(bytes, (fields) => frame(code, fields));
    if (code === sos) return bytes < 6 || width === 0 || !hasTables ? damaged() : read(bytes, scan);
    if (code === dqt) hasTables = true;
    return bytes > 0 ? { kind: 'skip', bytes, over, next: nextMarker } : skip(bytes);
  }

  const read = (bytes: number, take: (fields: Buffer) => void): Step => ({
    kind: 'collect',
    bytes,
    next(fields) {
      drawn.update(fields);
      take(fields);
      return state.kind === 'damaged' ? null : nextMarker();
    },
  });

  function frame(code: number, fields: Buffer) {
    height = fields.readUInt16BE(1);
    width = fields.readUInt16BE(3);
    const components = fields[5]!;
    if (!commonFrames.has(code) || fields[0] !== 8) damaged({ reason: 'rareJpeg', format: 'JPEG' });
    else if (components === 0 || fields.length !== 6 + 3 * components) damaged();
    // A height that comes after the first scan (B.2.5) is read by no common program.
    else if (width === 0 || height === 0 || !hasSampling(fields)) damaged();
  }

  function scan(fields: Buffer) {
    const components = fields[0]!;
    if (components === 0 || components > maxScanComponents || fields.length !== 4 + 2 * components) damaged();
    hasScan = true;
  }

  function end(): null {
    if (!hasScan) return damaged();
    state = { kind: 'whole', width, height, imageHash: drawn.digest('hex') };
    return null;
  }

  const walk = createByteWalk({
    kind: 'collect',
    bytes: soi.length,
    next: (start) => (start.equals(soi) ? nextMarker() : damaged()),
  });
  return { push: (chunk) => walk.push(chunk), state: () => state };
}

/** More than any header without its notes. */
const maxHeaderBytes = 4 * 1024 * 1024;

/**
 * The size of a JPEG, and what its encoder chose: quantization tables, frame, sampling and the kinds of its notes, but no
 * content. Null if the file is no JPEG or can't be read.
 */
export async function encoderOf(path: string): Promise<{ readonly size: string; readonly encoder: string } | null> {
  const file = await open(path).catch(() => null);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0);
    return encoderIn(buffer.subarray(0, bytesRead));
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

function encoderIn(bytes: Buffer): { size: string; encoder: string } | null {
  if (!bytes.subarray(0, 3).equals(jpegSignature)) return null;
  const parts: string[] = [];
  let size: string | null = null;
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const code = bytes[at + 1]!;
    if (isWithoutContent(code)) {
      at += code === 0xff ? 1 : 2;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    const content = bytes.subarray(at + 4, at + 2 + length);
    if (code === sos) return size === null ? null : { size, encoder: parts.join(' ') };
    if (isFrame(code) && content.length >= 6) {
      size = content.toString('hex', 1, 5);
      parts.push(`${code} ${content[0]} ${content.toString('hex', 5)}`);
    } else if (code === dqt) parts.push(content.toString('hex'));
    else if (isNote(code)) parts.push(String(code));
    at += 2 + length;
  }
  return null;
}
