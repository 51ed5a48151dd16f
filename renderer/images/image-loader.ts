// Draws pictures, a few at a time: asks for the bytes, looks at what they would cost, and has them decoded at the size of
// their place. Small ones are kept, so that a strip that comes back into sight is there at once.
import type { Result } from '../../main/contract/failure.ts';
import type { ImageBytes } from '../../main/contract/image.ts';
import { planPicture } from './image-plan.ts';
import { imageSize, type ImageSize } from './image-size.ts';
import { text } from '../text.ts';

const MOST_AT_ONCE = 2;
const MOST_KEPT = 200;
/** Of the size of a strip's picture on a sharp screen; larger ones are drawn anew. */
const MOST_KEPT_PIXELS = 300 * 300;

export type Drawn =
  | { readonly kind: 'drawn'; readonly bitmap: ImageBitmap }
  | { readonly kind: 'too-large'; readonly size: ImageSize }
  | { readonly kind: 'rejected'; readonly message: string }
  | { readonly kind: 'broken' };

export type ImageLoader = {
  /** Never rejects. `signal` tells that nobody waits any more. */
  draw(stripId: string, box: ImageSize, signal: AbortSignal): Promise<Drawn>;
};

type Options = {
  readonly read: (stripId: string) => Promise<Result<ImageBytes>>;
  readonly decode: (picture: Blob, options: ImageBitmapOptions) => Promise<ImageBitmap>;
};

export function createImageLoader({ read, decode }: Options): ImageLoader {
  const kept = new Map<string, Drawn>();
  const waiting: (() => void)[] = [];
  let working = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (working >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else working += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
    }
  }

  async function drawNow(stripId: string, box: ImageSize): Promise<Drawn> {
    const picture = await read(stripId);
    if (!picture.ok) {
      return picture.failure.kind === 'not-supported-here'
        ? { kind: 'rejected', message: text(picture.failure.message) }
        : { kind: 'broken' };
    }
    const size = imageSize(picture.value);
    if (size === null) return { kind: 'broken' };
    const plan = planPicture(size, box);
    if (plan.kind === 'too-large') return { kind: 'too-large', size };
    const { mediaType, bytes } = picture.value;
    try {
      const bitmap = await decode(new Blob([bytes], { type: mediaType }), {
        ...plan.resize,
        resizeQuality: 'medium',
        // A profile in the file is not opened.
        colorSpaceConversion: 'none',
      });
      return { kind: 'drawn', bitmap };
    } catch {
      return { kind: 'broken' };
    }
  }

  function keep(key: string, drawn: Drawn) {
    if (drawn.kind === 'broken') return;
    if (drawn.kind === 'drawn' && drawn.bitmap.width * drawn.bitmap.height > MOST_KEPT_PIXELS) return;
    kept.set(key, drawn);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  return {
    async draw(stripId, box, signal) {
      const key = `${stripId} ${box.width} ${box.height}`;
      const known = kept.get(key);
      if (known) return known;
      return inTurn(async () => {
        if (signal.aborted) return { kind: 'broken' };
        const drawn = await drawNow(stripId, box);
        keep(key, drawn);
        return drawn;
      });
    },
  };
}
