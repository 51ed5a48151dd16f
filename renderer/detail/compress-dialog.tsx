// Shows the original and its compressed copy side by side before the copy replaces it.
import { Button } from '../elements/button.tsx';
import { Sheet, useModal } from '../elements/sheet.tsx';
import { useEffect, useRef, useState } from 'react';
import type { ImageBytes } from '../../main/contract/bridge.ts';
import type { Result } from '../../main/contract/failure.ts';
import type { Strip } from '../../main/contract/strip.ts';
import { size as bytesText } from '../format/amount.ts';
import { stripName } from '../format/strip-text.ts';
import { type ImageSize, imageSize, maxPixels } from '../store/image-loader.ts';
import { encodeJpeg } from '../store/jpeg.ts';
import { useStore } from '../store/use-window.ts';
import { t } from '../text.ts';
import './compress-dialog.css';

type CompressDialogProps = { readonly strip: Strip; readonly maxBytes: number | null; readonly close: () => void };

export default function CompressDialog({ strip, maxBytes, close }: CompressDialogProps) {
  const store = useStore();
  const dialog = useModal();
  const [read, setRead] = useState<ReadCompressed | null>(null);
  const name = stripName(strip);
  useEffect(() => {
    let isOpen = true;
    void readCompressed(() => store.readImage(strip.id), maxBytes).then((found) => isOpen && setRead(found));
    return () => {
      isOpen = false;
    };
  }, [store, strip.id, maxBytes]);

  function upload(blob: Blob) {
    const file = new File([blob], compressedName(strip.file?.name ?? name), { type: 'image/jpeg' });
    dialog.current?.close();
    void store.replaceFile(strip.id, file, t('window.compress.added', { size: bytesText(blob.size) }));
  }

  return (
    <Sheet ref={dialog} className="compress" title={t('window.compress.title', { name })} close={close}>
      <div aria-live="polite">
        {read === null && <p className="dim">{t('window.compress.working')}</p>}
        {read?.kind === 'not-possible' && <p>{read.why}</p>}
        {read?.kind === 'compressed' && (
          <div className="compress-pair">
            <Shown which="original" {...read.original} />
            <Shown which="compressed" {...read.copy} />
          </div>
        )}
      </div>
      <p className="dim small">{t('window.detail.removeText')}</p>
      <p className="actions">
        {read?.kind === 'compressed' && (
          <Button look="main" onClick={() => upload(read.blob)}>
            {t('window.compress.upload')}
          </Button>
        )}
        <Button onClick={() => dialog.current?.close()}>{t('window.common.cancel')}</Button>
      </p>
    </Sheet>
  );
}

type Picture = { readonly bitmap: ImageBitmap; readonly bytes: number };

function Shown({ which, bitmap, bytes }: Picture & { readonly which: 'original' | 'compressed' }) {
  // No larger than a browser shows it.
  const shrink = Math.min(1, 1600 / bitmap.width);
  const [width, height] = [bitmap.width * shrink, bitmap.height * shrink];
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  }, [bitmap, width, height]);
  return (
    <figure>
      <canvas ref={canvas} width={width} height={height} aria-hidden="true" />
      <figcaption>
        <strong>{t('window.compress.version', { which })}</strong>
        <span className="dim">
          {t('window.compress.size', { width: bitmap.width, height: bitmap.height, size: bytesText(bytes) })}
        </span>
      </figcaption>
    </figure>
  );
}

// Reads the screenshot of a report and compresses it with the browser's decoder.

type ReadCompressed =
  | { readonly kind: 'compressed'; readonly original: Picture; readonly copy: Picture; readonly blob: Blob }
  /** `why`: a message for the pilot. */
  | { readonly kind: 'not-possible'; readonly why: string };

/** @param maxBytes the service's maximum; null if it isn't known, which aims at half of the file's size */
async function readCompressed(
  read: () => Promise<Result<ImageBytes>>,
  maxBytes: number | null,
): Promise<ReadCompressed> {
  const image = await read();
  if (!image.ok) return notPossible();
  const { bytes, mediaType } = image.value;
  const size = imageSize(image.value);
  if (size === null || size.width * size.height > maxPixels) return notPossible();
  const blob = new Blob([bytes], { type: mediaType });
  // Colour profiles are ignored, as in image-loader.ts.
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none' }).catch(() => null);
  if (bitmap === null) return notPossible();
  const most = maxBytes ?? Math.floor(bytes.byteLength / 2);
  const smaller = await compress(size, most, (scaled, quality) => encodeJpeg(bitmap, scaled, quality));
  if (smaller === null) return { kind: 'not-possible', why: t('window.compress.stillTooLarge', { bytes: most }) };
  const shown = await createImageBitmap(smaller).catch(() => null);
  if (shown === null) return notPossible();
  const copy = { bitmap: shown, bytes: smaller.size };
  return { kind: 'compressed', original: { bitmap, bytes: bytes.byteLength }, copy, blob: smaller };
}

const notPossible = (): ReadCompressed => ({ kind: 'not-possible', why: t('window.compress.notPossible') });

// Creates a JPEG from an image over the service's maximum size. Reduces quality first and resolution only after that,
// and stops while the figures are still legible.

type Encode = (size: ImageSize, quality: number) => Promise<Blob>;

/** Tried in this order. Below the last one, figures on a screenshot are illegible. */
const steps = [
  { scale: 1, quality: 0.92 },
  { scale: 1, quality: 0.85 },
  { scale: 1, quality: 0.75 },
  { scale: 0.8, quality: 0.82 },
  { scale: 0.65, quality: 0.8 },
  { scale: 0.5, quality: 0.78 },
  { scale: 0.35, quality: 0.75 },
] as const;

/** Returns the result of the first step that has at most `maxBytes`, or null if none has. */
export async function compress(size: ImageSize, maxBytes: number, encode: Encode): Promise<Blob | null> {
  for (const { scale, quality } of steps) {
    const scaled = { width: sideOf(size.width, scale), height: sideOf(size.height, scale) };
    // One after the other, because most images fit at the first step.
    // oxlint-disable-next-line no-await-in-loop
    const blob = await encode(scaled, quality);
    if (blob.size <= maxBytes) return blob;
  }
  return null;
}

const sideOf = (side: number, scale: number) => Math.max(1, Math.round(side * scale));

/** Returns the name of the compressed image: `report.png` becomes `report.jpg`. */
export const compressedName = (name: string) => `${name.replace(/\.(png|jpe?g)$/i, '')}.jpg`;
