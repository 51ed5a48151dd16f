// The detail of every list: a panel beside it, which covers it in a narrow window.
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { messages } from '../messages/messages.ts';
import './detail.css';

export function Detail({
  label,
  title,
  tone = '',
  onClose,
  children,
}: {
  readonly label: string;
  readonly title?: ReactNode;
  readonly tone?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  // If the panel covers the list, it takes the focus.
  useEffect(() => {
    if (matchMedia('(max-width: 1099px)').matches) panel.current?.focus();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere within
    <aside
      ref={panel}
      className={`detail ${tone}`}
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <IconButton icon="close" label={messages.close} onClick={onClose} />
      {title === undefined ? null : (
        <h2 className="detail-title">
          <bdi>{title}</bdi>
        </h2>
      )}
      {children}
    </aside>
  );
}

type FactsProps = {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
  readonly className?: string;
  readonly translate?: 'no';
};

/** What is known about the item; null is left out. */
export function Facts({ facts, className = 'facts', translate }: FactsProps) {
  return (
    <dl className={className} translate={translate}>
      {facts.map(([label, value]) =>
        value === null ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** A text that scrolls in an area of its own. */
export function LongText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // Scrollable, so it must be focusable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="body mono" translate="no" tabIndex={0} aria-label={label}>
      {text}
    </section>
  );
}
