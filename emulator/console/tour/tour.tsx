// The one-minute tour: a card beside each part of the console that it explains. It can be closed at any time.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { openView } from '../store/use-view.ts';
import { messages } from '../messages/messages.ts';
import { placeBeside } from './place-beside.ts';
import { tourSteps } from './tour-steps.ts';

export function Tour({ onEnd }: { readonly onEnd: () => void }) {
  const [index, setIndex] = useState(0);
  const card = useRef<HTMLDialogElement>(null);
  const { name, view, target } = tourSteps[index]!;
  const [title, text] = messages.tour.steps[name];
  const isLast = index === tourSteps.length - 1;

  // The card gets the focus at each step, so that screen readers read it; afterwards the focus returns.
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useLayoutEffect(() => {
    openView(view);
    const shown = document.querySelector<HTMLElement>(target);
    shown?.setAttribute('data-tour', '');
    shown?.scrollIntoView({ block: 'nearest' });
    const place = () => {
      if (shown === null || card.current === null) return;
      const { left, top } = placeBeside(shown.getBoundingClientRect(), card.current.getBoundingClientRect());
      card.current.style.left = `${left}px`;
      card.current.style.top = `${top}px`;
    };
    place();
    card.current?.focus();
    addEventListener('resize', place);
    addEventListener('scroll', place);
    return () => {
      removeEventListener('resize', place);
      removeEventListener('scroll', place);
      shown?.removeAttribute('data-tour');
    };
  }, [view, target]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape ends it from anywhere within
    <dialog
      open
      ref={card}
      className="tour"
      tabIndex={-1}
      aria-labelledby="tour-title"
      aria-describedby="tour-text"
      onKeyDown={(event) => event.key === 'Escape' && onEnd()}
    >
      <p className="dim small">{messages.tour.step(index + 1, tourSteps.length)}</p>
      <h2 id="tour-title">{title}</h2>
      <p id="tour-text">{text}</p>
      <div className="actions">
        <button
          type="button"
          className="button main-button"
          onClick={() => (isLast ? onEnd() : setIndex((before) => before + 1))}
        >
          {isLast ? messages.tour.done : messages.tour.next}
        </button>
        {index === 0 ? null : (
          <button type="button" className="button" onClick={() => setIndex((before) => before - 1)}>
            {messages.tour.back}
          </button>
        )}
        {isLast ? null : (
          <button type="button" className="link-button" onClick={onEnd}>
            {messages.tour.skip}
          </button>
        )}
      </div>
    </dialog>
  );
}

/** Offers it once, without taking the focus. */
export function TourOffer({ onStart, onSkip }: { readonly onStart: () => void; readonly onSkip: () => void }) {
  return (
    <aside className="tour tour-offer" aria-label={messages.tour.title}>
      <p>{messages.tour.offer}</p>
      <div className="actions">
        <button type="button" className="button main-button" onClick={onStart}>
          {messages.tour.start}
        </button>
        <button type="button" className="button" onClick={onSkip}>
          {messages.tour.notNow}
        </button>
      </div>
    </aside>
  );
}
