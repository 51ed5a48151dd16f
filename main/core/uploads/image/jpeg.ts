// The structure of a JPEG: SOI, segments with a length, scans of entropy-coded data, EOI (ITU-T T.81, annex B).
// Segments are skipped by their length, so that a thumbnail inside one cannot end the image. In a scan, FF 00 is data
// and FF D0 to D7 restart the decoder. Bytes behind EOI are ignored. Not detectable: unwritten zeros inside a scan, and
// data that should follow EOI. That is why the watcher waits until a file stays unchanged, and checks how many of its
// bytes are on disk.
import { createByteWalk, type Step } from './byte-walk.ts';
import type { ImageScan, ScanState } from './image-scan.ts';

export const jpegSignature = Buffer.from([0xff, 0xd8, 0xff]);

const SOI = Buffer.from([0xff, 0xd8]);
const EOI = 0xd9;
const SOS = 0xda;
const DNL = 0xdc;

/** FF 00 is data, TEM, RSTn and a second SOI have no length. Any number of FF may precede a code (B.1.1.2). */
const isWithoutContent = (code: number) => code <= 0x01 || (code >= 0xd0 && code <= 0xd8) || code === 0xff;
/** Start of frame: C0 to CF without DHT (C4), JPG (C8) and DAC (CC). */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);

export function createJpegScan(): ImageScan {
  let state: ScanState = { kind: 'reading' };
  let width = 0;
  let height = 0;
  let hasScan = false;

  const damaged = (): null => {
    state = { kind: 'damaged', why: { reason: 'damaged', format: 'JPEG' } };
    return null;
  };

  const nextMarker = (): Step => ({
    kind: 'seek',
    value: 0xff,
    counts: (code) => !isWithoutContent(code),
    next: marker,
  });

  function marker(code: number): Step | null {
    if (code === EOI) return end();
    return { kind: 'collect', bytes: 2, next: (length) => segment(code, length.readUInt16BE(0) - 2) };
  }

  function segment(code: number, bytes: number): Step | null {
    if (bytes < 0) return damaged();
    if (code === SOS) hasScan = true;
    if (isFrame(code)) return bytes < 6 ? damaged() : measured(bytes, 5, frame);
    // The height may come after the first scan (B.2.5).
    if (code === DNL) return bytes < 2 ? damaged() : measured(bytes, 2, numberOfLines);
    return bytes === 0 ? nextMarker() : { kind: 'skip', bytes, next: nextMarker };
  }

  function measured(bytes: number, wanted: number, read: (field: Buffer) => void): Step {
    return {
      kind: 'collect',
      bytes: wanted,
      next: (field) => {
        read(field);
        return bytes === wanted ? nextMarker() : { kind: 'skip', bytes: bytes - wanted, next: nextMarker };
      },
    };
  }

  function frame(header: Buffer) {
    height = header.readUInt16BE(1);
    width = header.readUInt16BE(3);
  }

  function numberOfLines(field: Buffer) {
    height = field.readUInt16BE(0);
  }

  function end(): null {
    if (!hasScan || width === 0 || height === 0) return damaged();
    state = { kind: 'whole', width, height };
    return null;
  }

  const walk = createByteWalk({
    kind: 'collect',
    bytes: SOI.length,
    next: (start) => (start.equals(SOI) ? nextMarker() : damaged()),
  });
  return { push: (chunk) => walk.push(chunk), state: () => state };
}
