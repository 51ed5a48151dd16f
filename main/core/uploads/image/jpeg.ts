// A JPEG by its structure: SOI, segments with a length, scans of entropy-coded data, EOI. Source: ITU-T T.81, annex B.
//
// A segment is skipped by its length, so a thumbnail inside an APP segment cannot end the picture. In a scan, FF 00
// is a data byte and FF D0 to D7 restart the decoder: neither is a marker. Stray bytes between segments are
// passed, as every viewer does. Baseline, progressive, arithmetic and lossless pictures of any depth are built alike.
// What stands behind EOI (further pictures of MPF, films, tools' own blocks) is let go.
//
// What this cannot tell, because the format has no sums and no length: whether entropy-coded data in the middle was
// written (zeros may be a flat area), and whether something was still to come behind EOI. The watch waits for a file to stand
// still for that reason, and is wary of files with far fewer bytes on the disk than they say.
import { createByteWalk, type Step } from './byte-walk.ts';
import type { ImageScan, ScanState } from './image-scan.ts';

export const jpegSignature = Buffer.from([0xff, 0xd8, 0xff]);

const SOI = Buffer.from([0xff, 0xd8]);
const EOI = 0xd9;
const SOS = 0xda;
const DNL = 0xdc;

/**
 * FF 00 is data, TEM and RSTn stand alone, a second SOI says nothing: none has a length. Any number of FF may stand
 * before a code (B.1.1.2).
 */
const isPassed = (code: number) => code <= 0x01 || (code >= 0xd0 && code <= 0xd8) || code === 0xff;
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

  const nextMarker = (): Step => ({ kind: 'seek', value: 0xff, counts: (code) => !isPassed(code), next: marker });

  function marker(code: number): Step | null {
    if (code === EOI) return end();
    return { kind: 'collect', bytes: 2, next: (length) => segment(code, length.readUInt16BE(0) - 2) };
  }

  function segment(code: number, bytes: number): Step | null {
    if (bytes < 0) return damaged();
    if (code === SOS) hasScan = true;
    if (isFrame(code)) return bytes < 6 ? damaged() : measured(bytes, 5, frame);
    // The height may be told only after the first scan (B.2.5).
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
