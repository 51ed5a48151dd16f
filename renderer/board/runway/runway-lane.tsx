// The drawing of the runway: a fixed axis, and a layer of marks that the compositor moves, so that nothing is redrawn
// between two changes. With reduced motion the marks move only when the state changes.
import { useLayoutEffect, useRef } from 'react';
import type { AppState } from '../../../main/contract/state.ts';
import { useLessMotion } from '../../elements/use-media.ts';
import { span } from '../../format/span.ts';
import { useWindow } from '../../store/use-window.ts';
import { t } from '../../text.ts';
import { AXIS, MarkShape } from './mark-shape.tsx';
import { RunwayLegend } from './runway-legend.tsx';
import { marks, nowAt, plannedCount, scaleFor, ticks, travel } from './runway-marks.ts';
import type { Mark, RunwayScale } from './runway-marks.ts';
import { useWidth } from './use-width.ts';

const HEIGHT = 50;

/** @param now on the process's clock, epoch ms */
export function RunwayLane({ app, now }: { readonly app: AppState; readonly now: number }) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const isStill = useLessMotion();
  const { now: stateAt, runway } = app;
  const scale = scaleFor(runway, stateAt);
  const found = width > 0 ? marks(app, isStill ? stateAt : now, scale, width) : [];
  const counted = (kind: Mark['kind']) => found.filter((mark) => mark.kind === kind).length;
  const label = t('window.runway.drawing', {
    uploaded: counted('departed'),
    refused: counted('turned-back'),
    planned: plannedCount(runway),
  });
  return (
    <RunwayLegend label={label}>
      <div className="lane" ref={ref}>
        {width > 0 && <Axis scale={scale} width={width} />}
        {width > 0 && <Marks found={found} scale={scale} width={width} stateAt={stateAt} isStill={isStill} />}
        {width > 0 && <NowLine x={nowAt(scale, width)} width={width} />}
      </div>
    </RunwayLegend>
  );
}

function tickName(offsetMs: number): string {
  return t('window.time.offset', { direction: offsetMs < 0 ? 'behind' : 'ahead', span: span(Math.abs(offsetMs)) });
}

function Axis({ scale, width }: { readonly scale: RunwayScale; readonly width: number }) {
  return (
    <svg className="lane-axis" width={width} height={HEIGHT} aria-hidden="true">
      <line x1={0} x2={width} y1={AXIS} y2={AXIS} />
      {ticks(scale, width).map(({ x, offsetMs, isNamed }) => (
        <g key={offsetMs}>
          <line x1={x} x2={x} y1={AXIS - 6} y2={AXIS + 6} />
          {isNamed && (
            <text x={x} y={HEIGHT - 4}>
              {tickName(offsetMs)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

function NowLine({ x, width }: { readonly x: number; readonly width: number }) {
  return (
    <svg className="lane-now" width={width} height={HEIGHT} aria-hidden="true">
      <line x1={x} x2={x} y1={4} y2={HEIGHT - 4} />
      <text x={x - 8} y={12}>
        {t('window.time.now')}
      </text>
    </svg>
  );
}

type MarksProps = {
  readonly found: readonly Mark[];
  readonly scale: RunwayScale;
  readonly width: number;
  /** The time of the state on the process's clock, epoch ms. */
  readonly stateAt: number;
  readonly isStill: boolean;
};

function Marks({ found, scale, width, stateAt, isStill }: MarksProps) {
  const ref = useRef<SVGSVGElement>(null);
  const clockOffsetMs = useWindow((state) => state.clockOffsetMs);
  const isEmpty = found.length === 0;

  useLayoutEffect(() => {
    const layer = ref.current;
    if (!layer || isStill || isEmpty) return undefined;
    const behindMs = Math.max(0, Date.now() + clockOffsetMs - stateAt);
    const glide = scale.pastMs + 2 * scale.aheadMs;
    const to = `translateX(${-travel(glide, scale, width)}px)`;
    const animation = layer.animate([{ transform: 'translateX(0px)' }, { transform: to }], {
      duration: glide,
      fill: 'forwards',
    });
    animation.currentTime = behindMs;
    return () => animation.cancel();
  }, [isStill, isEmpty, clockOffsetMs, stateAt, scale, width]);

  return (
    <svg ref={ref} className="lane-marks" width={width} height={HEIGHT} aria-hidden="true">
      {found.map(({ key, x, kind }) => (
        <MarkShape key={key} x={x} kind={kind} />
      ))}
    </svg>
  );
}
