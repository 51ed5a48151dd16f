// The route of one flight on a small map.
import { useEffect, useRef } from 'react';
import type { LogbookRow } from '../../../main/contract/logbook.ts';
import { drawInPieces, show } from '../../elements/canvas.ts';
import { useMedia, useWidth } from '../../elements/use-layout.ts';
import { useWindow } from '../../store/use-window.ts';
import { t } from '../../text.ts';
import { coarseCoast, useFineCoast } from './coast.ts';
import { coloursOf, drawFlatMap, mapOfFlight } from './draw-map.ts';

const high = 140;
/** A longer route is drawn with the coarse coast. */
const nearNm = 1_500;

type Props = { readonly row: LogbookRow };

export default function RouteMap({ row }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [area, width] = useWidth<HTMLDivElement>();
  const theme = useWindow((state) => state.settings?.theme ?? 'system');
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const { from, to, fromAt, toAt, distanceNm } = row;
  const coast = useFineCoast(distanceNm !== null && distanceNm < nearNm) ?? coarseCoast;
  useEffect(() => {
    const target = canvas.current;
    if (target === null || width === 0 || fromAt === null || toAt === null) return undefined;
    const size = { width, height: high };
    const map = mapOfFlight({ from, to, fromAt, toAt });
    const colours = coloursOf(target);
    return drawInPieces(
      size,
      Math.min(devicePixelRatio, 2),
      (context) => drawFlatMap(context, map, size, colours, { x: 20, y: 20 }, coast),
      (drawn) => show(drawn, target),
    );
    // Redrawn with another theme.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [from, to, fromAt, toAt, coast, width, theme, isDark]);
  // The area is measured when it is mounted: it is there before the route is known.
  return (
    <div ref={area}>
      {fromAt !== null && toAt !== null && (
        <canvas
          ref={canvas}
          className="route-map"
          role="img"
          aria-label={t('logbook.detail.map', { from, to, n: Math.round(distanceNm ?? 0) })}
        />
      )}
    </div>
  );
}
