// A report's picture on a canvas of the place's own size, drawn when it comes into sight.
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { usePictures } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import type { Drawn } from './image-loader.ts';
import type { ImageSize } from './image-size.ts';

type Props = {
  readonly stripId: string;
  readonly className: string;
  /** In pixels of the page. */
  readonly box: ImageSize;
  /** What it is called; null where it only accompanies what stands beside it. */
  readonly label: string | null;
  /** In its place where it is not drawn; gets the words that say why, where there are some. */
  readonly otherwise: (why: string | null) => ReactNode;
};

export function Picture({ stripId, className, box: { width, height }, label, otherwise }: Props) {
  const pictures = usePictures();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [notDrawn, setNotDrawn] = useState<Exclude<Drawn, { kind: 'drawn' }> | null>(null);

  useEffect(() => {
    const target = canvas.current;
    if (target === null) return undefined;
    const leaving = new AbortController();
    const draw = async () => {
      const sharpness = Math.min(devicePixelRatio, 2);
      const box = { width: Math.round(width * sharpness), height: Math.round(height * sharpness) };
      const drawn = await pictures.draw(stripId, box, leaving.signal);
      if (leaving.signal.aborted) return;
      if (drawn.kind !== 'drawn') return setNotDrawn(drawn);
      target.width = drawn.bitmap.width;
      target.height = drawn.bitmap.height;
      target.getContext('2d')?.drawImage(drawn.bitmap, 0, 0);
    };
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        sight.disconnect();
        void draw();
      },
      { rootMargin: '200px' },
    );
    sight.observe(target);
    return () => {
      sight.disconnect();
      leaving.abort();
    };
  }, [pictures, stripId, width, height]);

  if (notDrawn !== null) return otherwise(whyNot(notDrawn));
  const name = label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return <canvas ref={canvas} className={className} width={width} height={height} {...name} />;
}

function whyNot(drawn: Exclude<Drawn, { kind: 'drawn' }>): string | null {
  if (drawn.kind === 'too-large') return words.strip.imageTooLarge(drawn.size.width, drawn.size.height);
  return drawn.kind === 'rejected' ? drawn.message : null;
}
