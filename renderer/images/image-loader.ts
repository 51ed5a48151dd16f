// Decodes images a few at a time, in the size they are shown in. Small ones are cached, so that a strip that scrolls
// back into view has its image immediately.
import type { Result } from '../../main/contract/failure.ts';
import type { ImageBytes } from '../../main/contract/bridge.ts';
import { planImage } from './image-plan.ts';
import { imageSize, type ImageSize } from './image-size.ts';
import { text } from '../text.ts';

const MAX_AT_ONCE = 2;
const MAX_KEPT = 200;
/** The size of a thumbnail on a high-resolution screen; larger images are not cached. */
const MAX_KEPT_PIXELS = 300 * 300;

export type Drawn =
  | { readonly kind: 'drawn'; readonly bitmap: ImageBitmap }
  | { readonly kind: 'too-large'; readonly size: ImageSize }
  | { readonly kind: 'rejected'; readonly message: string }
  | { readonly kind: 'broken' };

export type ImageLoader = {
  /** Never rejects. Abort `signal` when the image is no longer needed. */
  draw(stripId: string, box: ImageSize, signal: AbortSignal): Promise<Drawn>;
};

type Options = {
  readonly read: (stripId: string) => Promise<Result<ImageBytes>>;
  readonly decode: (image: Blob, options: ImageBitmapOptions) => Promise<ImageBitmap>;
};

export function createImageLoader({ read, decode }: Options): ImageLoader {
  const kept = new Map<string, Drawn>();
  const waiting: (() => void)[] = [];
  let working = 0;

  async function withSlot<T>(work: () => Promise<T>): Promise<T> {
    if (working >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
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
    const image = await read(stripId);
    if (!image.ok) {
      return image.failure.kind === 'not-supported-here'
        ? { kind: 'rejected', message: text(image.failure.message) }
        : { kind: 'broken' };
    }
    const size = imageSize(image.value);
    if (size === null) return { kind: 'broken' };
    const plan = planImage(size, box);
    if (plan.kind === 'too-large') return { kind: 'too-large', size };
    const { mediaType, bytes } = image.value;
    try {
      const bitmap = await decode(new Blob([bytes], { type: mediaType }), {
        ...plan.resize,
        resizeQuality: 'medium',
        // Ignores the file's colour profile: its parsers are an attack surface.
        colorSpaceConversion: 'none',
      });
      return { kind: 'drawn', bitmap };
    } catch {
      return { kind: 'broken' };
    }
  }

  function keep(key: string, drawn: Drawn) {
    if (drawn.kind === 'broken') return;
    if (drawn.kind === 'drawn' && drawn.bitmap.width * drawn.bitmap.height > MAX_KEPT_PIXELS) return;
    kept.set(key, drawn);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  return {
    async draw(stripId, box, signal) {
      const key = `${stripId} ${box.width} ${box.height}`;
      const known = kept.get(key);
      if (known) return known;
      return withSlot(async () => {
        if (signal.aborted) return { kind: 'broken' };
        const drawn = await drawNow(stripId, box);
        keep(key, drawn);
        return drawn;
      });
    },
  };
}
