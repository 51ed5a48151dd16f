// Whether a file is a complete report that the service would accept: by its extension and signature, which must agree
// (A14), by the image's structure up to its end, and by whether its pixels are all there. Incremental: bytes arrive in
// pieces of any size, and a growing file is not read again.
import { reportExtensions } from '../../../contract/bridge.ts';
import { createJpegScan, jpegSignature } from './jpeg.ts';
import type { ImageScan } from './byte-walk.ts';
import type { ImageFault } from '../../messages/failures.ts';
import { createPngScan, pngSignature } from './png.ts';

export type ImageVerdict =
  | {
      readonly kind: 'complete';
      readonly mediaType: 'image/png' | 'image/jpeg';
      readonly width: number;
      readonly height: number;
      /** The hash of what is drawn, in hex: the same for another comment, EXIF or compression (0041). */
      readonly imageHash: string;
    }
  /**
   * Valid so far, and not complete; also for an empty file. `hasHoles`: parts were reserved and are not written yet, so
   * that the file has to be read again from its start.
   */
  | { readonly kind: 'incomplete'; readonly hasHoles?: true }
  | { readonly kind: 'not-an-image'; readonly why: ImageFault }
  | { readonly kind: 'extension-mismatch'; readonly why: ImageFault };

type ImageCheck = {
  /** The next bytes of the file. Resolves when the caller may reuse the buffer. Never rejects. */
  push(chunk: Buffer): Promise<void>;
  /** After `push` has resolved. Depends on the bytes only, not on how they were split. */
  verdict(): ImageVerdict;
};

/** By its name alone; case is ignored. */
export const hasReportExtension = (name: string): boolean => formatOfName(name) !== null;

/** What a watched folder and intake look at. A file with another extension of images is read for a message. */
export const imageRules = {
  hasImageExtension: (name: string): boolean => hasReportExtension(name) || otherExtensions.has(endingOf(name)),
  createImageCheck,
};

const otherExtensions: ReadonlySet<string> = new Set([
  'apng',
  'avif',
  'bmp',
  'gif',
  'heic',
  'jfif',
  'jpe',
  'jxl',
  'jxr',
  'pjp',
  'pjpeg',
  'tif',
  'tiff',
  'webp',
]);

type Format = 'PNG' | 'JPEG';

const headBytes = 12;

/** Other formats of screenshots, named so that the pilot knows what to change. */
const otherFormats: readonly { readonly format: string; readonly isIt: (head: Buffer) => boolean }[] = [
  { format: 'GIF', isIt: (head) => startsWith(head, 'GIF8') },
  { format: 'BMP', isIt: (head) => startsWith(head, 'BM') },
  { format: 'WebP', isIt: (head) => startsWith(head, 'RIFF') && head.toString('latin1', 8, 12) === 'WEBP' },
  { format: 'AVIF', isIt: (head) => head.toString('latin1', 4, 12) === 'ftypavif' },
  { format: 'HEIC', isIt: (head) => /^ftyp(heic|heix|mif1)$/.test(head.toString('latin1', 4, 12)) },
  { format: 'JPEG XR', isIt: (head) => startsWith(head, 'II\u00bc') },
  { format: 'JPEG XL', isIt: (head) => startsWith(head, '\u00ff\n') || head.toString('latin1', 4, 8) === 'JXL ' },
  { format: 'TIFF', isIt: (head) => startsWith(head, 'II*\0') || startsWith(head, 'MM\0*') },
  { format: 'PDF', isIt: (head) => startsWith(head, '%PDF') },
];

/** @param name The file's name or path: only its extension matters. */
export function createImageCheck(name: string): ImageCheck {
  const named = formatOfName(name);
  const ending = endingOf(name);
  let head = Buffer.alloc(0);
  let scan: ImageScan | null = null;

  return {
    async push(chunk) {
      if (scan !== null) return scan.push(chunk);
      const wanted = headBytes - head.length;
      head = Buffer.concat([head, chunk.subarray(0, Math.max(0, wanted))]);
      if (named === null || formatOfHead(head) !== named) return;
      scan = named === 'PNG' ? createPngScan() : createJpegScan();
      await scan.push(head);
      await scan.push(chunk.subarray(wanted));
    },
    verdict() {
      if (named === null && !otherExtensions.has(ending)) {
        return { kind: 'not-an-image', why: { reason: ending === '' ? 'noExtension' : 'otherExtension' } };
      }
      if (scan !== null && named !== null) return verdictOf(scan, named);
      if (isReserved(head)) return incomplete(true);
      if (mayBecomeImage(head)) return incomplete(false);
      const holds = formatOfHead(head);
      if (holds !== null) {
        const fitting = holds === 'PNG' ? 'png' : 'jpg';
        return { kind: 'extension-mismatch', why: { reason: 'rename', extension: ending, format: holds, fitting } };
      }
      const other = otherFormats.find(({ isIt }) => isIt(head));
      const why: ImageFault = other
        ? { reason: 'otherFormat', extension: ending, format: other.format }
        : { reason: named === null ? 'otherExtension' : null };
      return { kind: 'not-an-image', why };
    },
  };
}

function verdictOf(scan: ImageScan, format: Format): ImageVerdict {
  const state = scan.state();
  if (state.kind === 'reading') return incomplete(state.hasHoles === true);
  if (state.kind === 'damaged') return { kind: 'not-an-image', why: state.why };
  const mediaType = format === 'PNG' ? 'image/png' : 'image/jpeg';
  const { width, height, imageHash } = state;
  return { kind: 'complete', mediaType, width, height, imageHash };
}

function endingOf(name: string): string {
  const match = /[^/\\]\.([^./\\]+)$/.exec(name);
  return match?.[1]?.toLowerCase() ?? '';
}

const formatOfName = (name: string): Format | null => reportExtensions[`.${endingOf(name)}`] ?? null;

function formatOfHead(head: Buffer): Format | null {
  if (beginsWith(head, pngSignature)) return 'PNG';
  return beginsWith(head, jpegSignature) ? 'JPEG' : null;
}

/** Reserved and not written yet. */
const isReserved = (head: Buffer) => head.length > 0 && head.every((byte) => byte === 0);

const incomplete = (hasHoles: boolean): ImageVerdict =>
  hasHoles ? { kind: 'incomplete', hasHoles } : { kind: 'incomplete' };

/** Fewer bytes than a signature, all of them valid so far. */
function mayBecomeImage(head: Buffer): boolean {
  return [pngSignature, jpegSignature].some(
    (signature) => head.length < signature.length && beginsWith(signature, head),
  );
}

const beginsWith = (bytes: Buffer, start: Buffer) => bytes.subarray(0, start.length).equals(start);
const startsWith = (head: Buffer, text: string) => beginsWith(head, Buffer.from(text, 'latin1'));
