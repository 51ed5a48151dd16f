// The files that screenshots are read with, in node_modules; in packages they are beside the program.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

export const readingFiles = [
  '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  'tesseract.js-core/tesseract-core-simd-lstm.wasm',
  '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
] as const;

const isPackaged = !import.meta.url.endsWith('.ts');

export const readingFile = (path: (typeof readingFiles)[number]) =>
  readFile(new URL(isPackaged ? `./${basename(path)}` : `../../../../node_modules/${path}`, import.meta.url));
