// Shows the original and its compressed copy side by side before the copy replaces it.
import { useEffect, useRef, useState } from 'react';
import type { Strip } from '../../../main/contract/strip.ts';
import { size as bytesText } from '../../format/bytes.ts';
import { stripName } from '../../format/strip-text.ts';
import type { ImageSize } from '../../images/image-size.ts';
import { useStore } from '../../store/use-window.ts';
import { t } from '../../text.ts';
import { compressedName } from './compress.ts';
import { readCompressed, type ReadCompressed } from './read-compressed.ts';
import './compress.css';

type Props = { readonly strip: Strip; readonly maxBytes: number | null; readonly close: () => void };

export default function CompressDialog({ strip, maxBytes, close }: Props) {
  const store = useStore();
  const dialog = useRef<HTMLDialogElement>(null);
  const [read, setRead] = useState<ReadCompressed | null>(null);
  const name = stripName(strip);
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
  }, []);
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
    <dialog ref={dialog} className="sheet compress" aria-labelledby="compress-title" onClose={close}>
      <h2 id="compress-title">{t('window.compress.title', { name })}</h2>
      <div aria-live="polite">
        {read === null && <p className="dim">{t('window.compress.working')}</p>}
        {read?.kind === 'not-possible' && <p>{read.why}</p>}
        {read?.kind === 'compressed' && <SideBySide {...read} />}
      </div>
      <p className="dim small">{t('window.detail.removeText')}</p>
      <p className="actions">
        {read?.kind === 'compressed' && (
          <button type="button" className="button main-button" onClick={() => upload(read.compressed.blob)}>
            {t('window.compress.upload')}
          </button>
        )}
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {t('window.common.cancel')}
        </button>
      </p>
    </dialog>
  );
}

function SideBySide({ original, compressed }: Extract<ReadCompressed, { kind: 'compressed' }>) {
  const [copy, setCopy] = useState<ImageBitmap | null>(null);
  useEffect(() => {
    let isOpen = true;
    void createImageBitmap(compressed.blob).then((bitmap) => isOpen && setCopy(bitmap));
    return () => {
      isOpen = false;
    };
  }, [compressed]);
  return (
    <div className="compress-pair">
      <Shown which="original" bitmap={original.bitmap} size={original.bitmap} bytes={original.bytes} />
      <Shown which="compressed" bitmap={copy} size={compressed.size} bytes={compressed.blob.size} />
    </div>
  );
}

type ShownProps = {
  readonly which: 'original' | 'compressed';
  readonly bitmap: ImageBitmap | null;
  readonly size: ImageSize;
  readonly bytes: number;
};

function Shown({ which, bitmap, size, bytes }: ShownProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (bitmap) canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  return (
    <figure>
      <canvas ref={canvas} width={size.width} height={size.height} aria-hidden="true" />
      <figcaption>
        <strong>{t('window.compress.version', { which })}</strong>
        <span className="dim">
          {t('window.compress.size', { width: size.width, height: size.height, size: bytesText(bytes) })}
        </span>
      </figcaption>
    </figure>
  );
}
