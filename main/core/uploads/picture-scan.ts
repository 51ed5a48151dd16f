// What a scan of one picture format (png.ts, jpeg.ts) gives to picture-check.ts.

export type ScanState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'whole'; readonly width: number; readonly height: number }
  /** No more bytes can make it whole. */
  | { readonly kind: 'damaged'; readonly why: string };

export type PictureScan = {
  push(chunk: Buffer): void;
  state(): ScanState;
};
