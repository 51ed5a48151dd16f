// Restores the focus when the focused element is removed: to the same strip in its new place, to the detail, to the
// heading of its section, or to the view.
import { useEffect, useRef } from 'react';
import { useWindowEvent } from '../elements/use-keydown.ts';

type Place = {
  readonly element: Element;
  readonly stripId: string | null;
  /** Also in the viewer, which is opened from the detail, and in the history of a file. */
  readonly isInDetail: boolean;
  /** The heading of its section of the settings. */
  readonly heading: HTMLElement | null;
  /** Whether it is in the bar for selected reports or in the undo toast. */
  readonly isAboutStrips: boolean;
};

export function useKeptFocus() {
  const last = useRef<Place | null>(null);
  useWindowEvent('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    const isIn = (place: string) => target.closest(place) !== null;
    last.current = {
      element: target,
      stripId: target.closest('[data-strip]')?.getAttribute('data-strip') ?? null,
      isInDetail: isIn('.detail, .viewer, .file-history'),
      heading: target.closest('.section')?.querySelector('h2') ?? null,
      isAboutStrips: isIn('.undo-toast, .choice-bar'),
    };
  });
  // A removed element loses the focus before it is detached, or while it is hidden because the next view is loading, so
  // this is checked afterwards.
  useWindowEvent('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (last.current?.element === target && last.current?.element.checkVisibility()) last.current = null;
    }),
  );
  useEffect(() => {
    // Elements are removed for many reasons: a change of the state or the view, or a view that has finished loading.
    const removals = new MutationObserver(() => restore(last.current));
    removals.observe(document.body, { childList: true, subtree: true });
    return () => removals.disconnect();
  }, []);
}

function restore(lost: Place | null) {
  if (lost === null || lost.element.isConnected || document.activeElement !== document.body) return;
  const isOfStrips = lost.isInDetail || lost.isAboutStrips || lost.stripId !== null;
  const places = [
    lost.stripId !== null && `[data-strip="${lost.stripId}"] .strip-open`,
    lost.isInDetail && '.detail',
    isOfStrips && '.strip-open[tabindex="0"], .flight-row[tabindex="0"]',
    // The tab stop may be rendered slightly later.
    isOfStrips && '.strip-open',
  ];
  const found = places.map((place) => (place ? document.querySelector<HTMLElement>(place) : null)).find(Boolean);
  const heading = lost.heading?.isConnected ? lost.heading : null;
  if (heading) heading.tabIndex = -1;
  const target = found ?? heading ?? document.querySelector<HTMLElement>('#main');
  target?.focus({ preventScroll: true });
  if (lost.isInDetail) target?.scrollIntoView({ block: 'nearest' });
}
