import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { samples } from '../../../emulator/samples/sample-files.ts';

const fileOf = (path: string) => readFileSync(path);

/** Walks a PNG's chunks from end to end; throws if they do not form a complete file. */
function pngTexts(png: Buffer): Map<string, string> {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const texts = new Map<string, string>();
  let at = 8;
  let type = '';
  while (type !== 'IEND') {
    const length = png.readUInt32BE(at);
    type = png.toString('latin1', at + 4, at + 8);
    const [keyword = '', text = ''] = png.toString('latin1', at + 8, at + 8 + length).split('\0');
    if (type === 'tEXt') texts.set(keyword, text);
    at += 12 + length;
  }
  expect(at).toBe(png.length);
  return texts;
}

/** The comment right after a JPEG's APP0 segment. */
function jpegComment(jpeg: Buffer): string {
  expect(jpeg.subarray(0, 4).toString('hex')).toBe('ffd8ffe0');
  expect(jpeg.subarray(-2).toString('hex')).toBe('ffd9');
  const at = 4 + jpeg.readUInt16BE(4);
  expect(jpeg.readUInt16BE(at)).toBe(0xfffe);
  return jpeg.toString('latin1', at + 4, at + 2 + jpeg.readUInt16BE(at + 2));
}

describe('the sample screenshots', () => {
  it('are at least ten, PNG and JPEG, of different airlines, aircraft and routes, under 3 MB in total', () => {
    const distinct = (values: string[]) => new Set(values).size;
    expect(samples.length).toBeGreaterThanOrEqual(10);
    expect(distinct(samples.map(({ mediaType }) => mediaType))).toBe(2);
    for (const values of [
      samples.map(({ name }) => name),
      samples.map(({ airline }) => airline),
      samples.map(({ figures }) => figures.aircraft),
      samples.map(({ figures }) => `${figures.icao_out}-${figures.icao_in}`),
    ]) {
      expect(distinct(values)).toBe(samples.length);
    }
    expect(samples.reduce((sum, { path }) => sum + fileOf(path).length, 0)).toBeLessThan(3_000_000);
  });

  it.each(samples)('$name is a complete file under 400 kB', ({ path, mediaType }) => {
    const file = fileOf(path);
    expect(file.length).toBeLessThan(400_000);
    expect(mediaType === 'image/png' ? pngTexts(file).size : jpegComment(file).length).toBeGreaterThan(0);
  });

  it.each(samples)('$name embeds exactly the figures of its row', ({ path, mediaType, figures }) => {
    const file = fileOf(path);
    const text =
      mediaType === 'image/png' ? pngTexts(file).get('FlightReport') : jpegComment(file).replace(/^FlightReport:/, '');
    expect(text).toBe(JSON.stringify(figures));
  });
});
