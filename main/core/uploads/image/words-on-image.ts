// Reads the words on an image with Tesseract (0045). Runs in a child process only: it takes seconds, and 180 MB that are
// free again when the process ends.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Box, GrayImage } from './gray-image.ts';
import { readingFile } from './reading-files.ts';
import { resampled, sharpened } from './resample.ts';

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
const singleLine = '7';

/** What is read above and below a place, in heights of its letters. */
const marginY = 0.5;

/**
 * How a line is read: the height of its letters in pixels, how much contours count more, and what is read beside it, in
 * heights: other letters are wider, and something else may stand there.
 */
export type LineSize = { readonly height: number; readonly sharper: number; readonly beside: number };

export type WordReader = {
  words(image: GrayImage): Word[];
  /** The line of text in a box. */
  line(image: GrayImage, box: Box, as: LineSize): string;
};

/** Rejects where the files of the engine are missing. */
export async function createWordReader(): Promise<WordReader> {
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

  function recognize(image: GrayImage, mode: string) {
    api.SetVariable('tessedit_pageseg_mode', mode);
    engine.FS.writeFile('/input', portableGraymap(darkOnLight(image)));
    if (api.SetImageFile(1, 0) === 1) throw new Error('the image can not be read');
    api.Recognize(null);
  }

  return {
    words(image) {
      const scale = image.longSide <= maxSideToDouble ? 2 : 1;
      const whole = { ...image, x: 0, y: 0 };
      recognize(scale === 1 ? image : resampled(image, whole, scale), sparseText);
      return wordsOf(api.GetTSVText(), scale);
    },
    line(image, box, as) {
      const [left, top] = [as.beside * box.height, marginY * box.height];
      const { x, y, width, height } = box;
      const around = { x: x - left, y: y - top, width: width + 2 * left, height: height + 2 * top };
      const sized = resampled(image, around, as.height / height);
      recognize(sharpened(sized, as.height / 6, as.sharper), singleLine);
      return wordsOf(api.GetTSVText(), 1)
        .filter(({ box }) => box.x > 1 && box.x + box.width < sized.width - 1) // Others are cut off.
        .map(({ text }) => text)
        .join(' ');
    },
  };
}

/** Text is read best dark on light. */
function darkOnLight(image: GrayImage): GrayImage {
  const mean = image.shades.reduce((sum, shade) => sum + shade, 0) / image.shades.length;
  return mean >= 128 ? image : { ...image, shades: image.shades.map((shade) => 255 - shade) };
}

function portableGraymap({ width, height, shades }: GrayImage): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), shades]);
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
