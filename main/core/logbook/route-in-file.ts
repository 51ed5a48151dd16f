// What the child process of image-question.ts answers to "route" and "words".
import type { Layout } from '../../contract/layout.ts';
import type { LooksLike } from '../../contract/strip.ts';
import { type Box, readGrayImage } from '../uploads/image/gray-image.ts';
import { likelyRoute } from '../uploads/image/likely-route.ts';
import { createWordReader, type LineSize } from '../uploads/image/words-on-image.ts';
import { loadAirports } from './airports.ts';
import { layoutFor, type Page, placeOf, readBy } from './layout.ts';

/** On smaller images, letters are too small to be told apart. */
const leastSide = 700;
/** Ten megapixels of a usual shape are read as they are. */
const maxSide = 10_000;
/** A taught word is read in the first of these ways, a taught figure in each. */
const lineSizes = [0.4, 1.6].flatMap((beside) => [
  { height: 28, sharper: 1, beside },
  { height: 24, sharper: 0, beside },
  { height: 32, sharper: 0, beside },
]);

let reader: ReturnType<typeof createWordReader> | null = null;

/** Null: none, or not read. Never rejects. */
export const routeIn = (path: string, layouts: readonly Layout[] = []): Promise<LooksLike | null> =>
  readRoute(path, layouts).catch(() => null);

/** The words of an image; null: not read. Never rejects. */
export const pageIn = (path: string): Promise<Page | null> =>
  readPage(path).then(
    (read) => read && read.page,
    () => null,
  );

async function readPage(path: string) {
  const image = await readGrayImage(path, maxSide);
  if (image === null || image.longSide < leastSide) return null;
  const read = await (reader ??= createWordReader());
  const { width, height } = image;
  return { image, read, page: { width, height, words: read.words(image) } };
}

async function readRoute(path: string, layouts: readonly Layout[]): Promise<LooksLike | null> {
  const found = await readPage(path);
  if (found === null) return null;
  const { image, read, page } = found;
  const airports = await loadAirports();
  const line = (box: Box, as: LineSize = lineSizes[0]!) => read.line(image, box, as);
  const route = likelyRoute(page.words, airports);
  const layout = layoutFor(page, layouts, line);
  const taught = layout && readBy(layout, page, (box) => lineSizes.map((size) => line(box, size)), airports, line);
  if (taught) return route && (route.from !== taught.from || route.to !== taught.to) ? null : taught;
  if (route === null) return null;
  const { boxes, ...rest } = route;
  return { ...rest, places: boxes.map((box) => placeOf(box, page)) };
}
