// What a scan of one picture format (png.ts, jpeg.ts) gives to picture-check.ts.
import type { ImageFault } from '../../messages/failures.ts';

export type ScanState =
  /** `hasHoles`: a place that was reserved was not written yet. Only reading from the start can tell more. */
  | { readonly kind: 'reading'; readonly hasHoles?: true }
  | { readonly kind: 'whole'; readonly width: number; readonly height: number }
  /** No more bytes can make it whole. */
  | { readonly kind: 'damaged'; readonly why: ImageFault };

export type ImageScan = {
  push(chunk: Buffer): void;
  state(): ScanState;
};
