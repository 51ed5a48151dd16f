// The legend of the runway's marks, shown while the pointer or the focus is on the lane, until Escape.
import { useEffect, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { choice, t } from '../../text.ts';
import { AXIS, MarkShape } from './mark-shape.tsx';
import { markKinds } from './runway-marks.ts';

const SIZE = 14;

type Props = {
  /** What the lane shows, for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
};

export function RunwayLegend({ label, children }: Props) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    if (!isShown) return undefined;
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      // Escape closes only the legend.
      event.stopImmediatePropagation();
      setIsShown(false);
    }
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [isShown]);

  return (
    <div
      className="lane-box"
      onPointerEnter={() => setIsShown(true)}
      onPointerLeave={() => setIsShown(false)}
      onFocus={() => setIsShown(true)}
      onBlur={() => setIsShown(false)}
    >
      {children}
      <button type="button" className="lane-button" aria-label={label} aria-describedby={id} />
      <ul id={id} className="legend" hidden={!isShown}>
        {markKinds.map((kind) => (
          <li key={kind}>
            <svg width={SIZE} height={SIZE} viewBox={`0 ${AXIS - SIZE / 2} ${SIZE} ${SIZE}`} aria-hidden="true">
              <MarkShape x={SIZE / 2} kind={kind} />
            </svg>
            {t('window.runway.legend', { mark: choice(kind) })}
          </li>
        ))}
      </ul>
    </div>
  );
}
