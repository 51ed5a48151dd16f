// Reads the words on an image with Tesseract (0045). Runs in a child process only: it takes seconds, and 180 MB that are
// free again when the process ends.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { GrayImage } from './gray-image.ts';
import { readingFile } from './reading-files.ts';

/** In pixels of the image. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
export type Word = {
  readonly text: string;
  /** 0 to 100, as the engine sees it. */
  readonly confidence: number;
  readonly box: Box;
};

/** Text of this size or less is read better when it is doubled. */
const maxSideToDouble = 1600;

/** Finds scattered words, in no order. */
const sparseText = '11';

/** Rejects where the files of the engine are missing. */
export async function createWordReader(): Promise<(image: GrayImage) => Word[]> {
  const { default: createEngine } = await import('tesseract.js-core/tesseract-core-simd-lstm.js');
  const engine = await createEngine({
    wasmBinary: await readingFile('tesseract.js-core/tesseract-core-simd-lstm.wasm'),
    TesseractProgress() {},
    print() {},
    printErr() {},
  });
  const model = await readingFile('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz');
  engine.FS.writeFile('eng.traineddata', await promisify(gunzip)(model));
  const api = new engine.TessBaseAPI();
  if (api.Init(null, 'eng', 1) === -1) throw new Error('the model can not be used');
  api.SetVariable('tessedit_pageseg_mode', sparseText);

  return (image) => {
    const scale = image.longSide <= maxSideToDouble ? 2 : 1;
    engine.FS.writeFile('/input', portableGraymap(darkOnLight(image), scale));
    if (api.SetImageFile(1, 0) === 1) throw new Error('the image can not be read');
    api.Recognize(null);
    return wordsOf(api.GetTSVText(), scale);
  };
}

/** Text is read best dark on light. */
function darkOnLight(image: GrayImage): GrayImage {
  const mean = image.shades.reduce((sum, shade) => sum + shade, 0) / image.shades.length;
  return mean >= 128 ? image : { ...image, shades: image.shades.map((shade) => 255 - shade) };
}

function portableGraymap({ width, height, shades }: GrayImage, scale: 1 | 2): Uint8Array {
  const header = Buffer.from(`P5\n${width * scale} ${height * scale}\n255\n`);
  const pixels = scale === 1 ? shades : doubled(width, height, shades);
  return Buffer.concat([header, pixels]);
}

/** Twice as wide and high, interpolated. */
function doubled(width: number, height: number, shades: Uint8Array): Uint8Array {
  const result = new Uint8Array(4 * width * height);
  for (let y = 0; y < 2 * height; y += 1) {
    const near = (y >> 1) * width;
    const far = Math.min(height - 1, Math.max(0, (y >> 1) + (y & 1 ? 1 : -1))) * width;
    for (let x = 0; x < 2 * width; x += 1) {
      const a = x >> 1;
      const b = Math.min(width - 1, Math.max(0, a + (x & 1 ? 1 : -1)));
      const sum = 9 * shades[near + a]! + 3 * (shades[near + b]! + shades[far + a]!) + shades[far + b]!;
      result[2 * width * y + x] = sum >> 4;
    }
  }
  return result;
}

/** The words of the engine's table: level, five numbers of its place in the page, box, confidence, text. */
function wordsOf(table: string, scale: number): Word[] {
  return table.split('\n').flatMap((row) => {
    const [level, , , , , , x, y, width, height, confidence, text = ''] = row.split('\t');
    if (level !== '5' || text.trim() === '') return [];
    const [left, top, wide, high] = [x, y, width, height].map((value) => Number(value) / scale);
    return [{ text, confidence: Number(confidence), box: { x: left!, y: top!, width: wide!, height: high! } }];
  });
}
