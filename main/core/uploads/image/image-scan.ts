// The result of scanning one image format (png.ts, jpeg.ts) for image-check.ts.
import type { ImageFault } from '../../messages/failures.ts';

export type ScanState =
  /** `hasHoles`: a reserved part was not written yet. Only reading from the start can tell more. */
  | { readonly kind: 'reading'; readonly hasHoles?: true }
  | {
      readonly kind: 'whole';
      readonly width: number;
      readonly height: number;
      /** The hash of what is drawn. */
      readonly imageHash: string;
    }
  /** No more bytes can make it complete. */
  | { readonly kind: 'damaged'; readonly why: ImageFault };

export type ImageScan = {
  /** Resolves when the chunk may be used for something else. Never rejects. */
  push(chunk: Buffer): void | Promise<void>;
  state(): ScanState;
};
