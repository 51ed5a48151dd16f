// A large view of a report's screenshot beside the service's figures, with zoom, pan, next and previous.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Strip } from '../../main/contract/strip.ts';
import { DetailFields } from '../detail/detail-fields.tsx';
import { Icon } from '../elements/icon.tsx';
import { stageText, stripName } from '../format/strip-text.ts';
import { t } from '../text.ts';
import { neighbourWithImage } from './neighbour.ts';
import { ZoomArea } from './zoom-area.tsx';
import { useGesturesOfImage } from './use-image-view.ts';
import '../styles/image-viewer.css';
import { shownName } from '../shown-name.ts';

type Props = { readonly strip: Strip; readonly select: (id: string) => void; readonly close: () => void };

const STEP = 1.4;
const PAN = 80;

export function ImageViewer({ strip, select, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const image = useGesturesOfImage(strip.id);
  const [previous, setPrevious] = useState<string | null>(null);
  const [next, setNext] = useState<string | null>(null);
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
  }, []);
  useEffect(() => {
    // Read from the rendered view behind, so it has to be an effect.
    // oxlint-disable-next-line react/set-state-in-effect
    setPrevious(neighbourWithImage(strip.id, -1));
    setNext(neighbourWithImage(strip.id, 1));
  }, [strip.id]);
  const go = (id: string | null) => {
    if (id !== null) select(id);
  };

  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const sideways = (id: string | null, dx: number) => () => (image.isZoomed ? image.pan(dx, 0) : go(id));
    const actions: Readonly<Record<string, () => void>> = {
      '+': () => image.zoom(STEP),
      '=': () => image.zoom(STEP),
      '-': () => image.zoom(1 / STEP),
      '0': image.fit,
      ArrowLeft: sideways(previous, PAN),
      ArrowRight: sideways(next, -PAN),
      ArrowUp: () => image.pan(0, PAN),
      ArrowDown: () => image.pan(0, -PAN),
      k: () => go(previous),
      j: () => go(next),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  const tool = (icon: 'plus' | 'minus' | 'fit', does: 'in' | 'out' | 'all', action: () => void) => (
    <button
      type="button"
      className="icon-button"
      aria-label={t('logbook.map.zoom', { does })}
      title={t('logbook.map.zoom', { does })}
      onClick={action}
    >
      <Icon name={icon} />
    </button>
  );
  const step = (icon: 'previous' | 'next', id: string | null) => (
    <button
      type="button"
      className="icon-button"
      aria-label={t('logbook.viewer.step', { to: icon })}
      title={t('logbook.viewer.step', { to: icon })}
      // Not disabled, which would lose the focus at the last image.
      aria-disabled={id === null}
      onClick={() => go(id)}
    >
      <Icon name={icon} />
    </button>
  );
  const name = stripName(strip);
  return (
    <dialog
      ref={dialog}
      className="viewer"
      aria-label={t('logbook.viewer.label', { name })}
      onClose={close}
      onKeyDown={onKey}
    >
      <div className="viewer-bar">
        <h2 aria-live="polite">{shownName(name)}</h2>
        <span className="dim">{stageText(strip)}</span>
        <span className="viewer-tools">
          {step('previous', previous)}
          {step('next', next)}
          {tool('minus', 'out', () => image.zoom(1 / STEP))}
          <span className="viewer-scale time dim">{t('logbook.totals.percent', { share: image.scale })}</span>
          {tool('plus', 'in', () => image.zoom(STEP))}
          {tool('fit', 'all', image.fit)}
          <button
            type="button"
            className="icon-button"
            aria-label={t('window.common.close')}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </span>
      </div>
      <ZoomArea image={image} label={t('window.strip.screenshotOf', { name })} />
      <aside className="viewer-facts" aria-label={t('window.detail.label', { name })} tabIndex={0}>
        <DetailFields strip={strip} />
      </aside>
    </dialog>
  );
}
