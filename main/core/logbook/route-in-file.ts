// What the child process of image-question.ts answers to "route".
import type { LooksLike } from '../../contract/strip.ts';
import { readGrayImage } from '../uploads/image/gray-image.ts';
import { likelyRoute } from '../uploads/image/likely-route.ts';
import { createWordReader, type Box } from '../uploads/image/words-on-image.ts';
import { loadAirports } from './airports.ts';

/** On smaller images, letters are too small to be told apart. */
const leastSide = 700;
/** Ten megapixels of a usual shape are read as they are. */
const maxSide = 10_000;

let reader: ReturnType<typeof createWordReader> | null = null;

/** Null: none, or not read. Never rejects. */
export const routeIn = (path: string): Promise<LooksLike | null> => readRoute(path).catch(() => null);

async function readRoute(path: string): Promise<LooksLike | null> {
  const image = await readGrayImage(path, maxSide);
  if (image === null || image.longSide < leastSide) return null;
  const read = await (reader ??= createWordReader());
  const route = likelyRoute(read(image), await loadAirports());
  if (route === null) return null;
  const { width, height } = image;
  const [from, to] = route.boxes.map((box: Box) => ({
    x: box.x / width,
    y: box.y / height,
    width: box.width / width,
    height: box.height / height,
  }));
  return { from: route.from, to: route.to, places: [from!, to!] };
}
