// The dialog "Share a month": previews the image of a month before it is saved.
import { Button } from '../../elements/button.tsx';
import { download } from '../../copy-and-save.ts';
import { Sheet, useModal } from '../../elements/sheet.tsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { LogbookFilter, LogbookMap, LogbookTotals } from '../../../main/contract/logbook.ts';
import type { AppState } from '../../../main/contract/state.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { minutes, number } from '../../format/amount.ts';
import { monthText } from '../../format/time.ts';
import { soFarText, withSoFar } from '../flight-summary.tsx';
import { daysOf } from '../logbook-address.ts';
import { placeLabels } from '../map/airport-layer.tsx';
import { coloursOf, dotRadius, type MapColours, drawFlatMap } from '../map/draw-map.ts';
import { useFlightsRevision } from '../use-logbook.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { useStore } from '../../store/use-window.ts';
import { nameText, t } from '../../text.ts';
import { canvasBlob, codeFont, type Mark, paint, type Palette, paletteOf } from './marks.ts';

type ShareMonthProps = { readonly app: AppState; readonly filter: LogbookFilter; readonly today: string };

export function ShareMonth({ app, filter, today }: ShareMonthProps) {
  const [isOpen, setIsOpen] = useState(false);
  useCommands({ 'statistics.share': () => setIsOpen(true) });
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('logbook.share.open')}</Button>
      {isOpen && <ShareSheet app={app} filter={filter} today={today} close={() => setIsOpen(false)} />}
    </>
  );
}

const noFilter = { from: null, to: null, types: [], airports: [], route: null, statuses: [], q: '' };

function ShareSheet({ app, filter, today, close }: ShareMonthProps & { readonly close: () => void }) {
  const store = useStore();
  const sheet = useModal();
  const canvas = useRef<HTMLCanvasElement>(null);
  const revision = useFlightsRevision();
  const { pilots } = filter;
  const months = useAnswer(
    'logbook.months',
    useMemo(() => ({ filter: { ...noFilter, pilots } }), [pilots]),
    revision,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const current = today.slice(0, 7);
  const month = chosen ?? months.value?.find((one) => one.month <= current)?.month ?? current;
  const question = useMemo(() => ({ filter: { ...noFilter, pilots, ...daysOf(month) } }), [pilots, month]);
  const totals = useAnswer('logbook.totals', question, revision);
  const map = useAnswer('logbook.map', question, revision);
  const pilot = app.account.status === 'signed-in' ? nameText(app.account.name) : '';
  const isReady = totals.value !== null && map.value !== null && !totals.isOld && !map.isOld;

  useEffect(() => {
    const target = canvas.current;
    if (target === null || sheet.current === null || totals.value === null || map.value === null) return;
    target.width = shareSize.width;
    target.height = shareSize.height;
    const drawn = { month, pilot, totals: totals.value, map: map.value };
    drawMonth(target.getContext('2d')!, drawn, paletteOf(sheet.current), coloursOf(sheet.current));
  }, [sheet, month, pilot, totals.value, map.value]);

  async function save() {
    if (sheet.current === null || totals.value === null || map.value === null) return;
    const drawn = { month, pilot, totals: totals.value, map: map.value };
    const [palette, colours] = [paletteOf(sheet.current), coloursOf(sheet.current)];
    const image = await canvasBlob(shareSize.width, shareSize.height, (context) =>
      drawMonth(context, drawn, palette, colours),
    );
    const name = `flights-${month}.png`;
    if (image !== null) download(image, name);
    store.notify(image === null ? t('logbook.chart.notSaved') : t('logbook.chart.saved', { name }));
    if (image !== null) sheet.current?.close();
  }

  return (
    <Sheet ref={sheet} className="share-sheet map-colours" title={t('logbook.share.title')} close={close}>
      <label className="share-month">
        <span className="dim">{t('logbook.share.month')}</span>
        <select value={month} onChange={(event) => setChosen(event.currentTarget.value)}>
          {(months.value ?? []).map((one) => (
            <option key={one.month} value={one.month}>
              {monthText(one.month)}
            </option>
          ))}
        </select>
      </label>
      <canvas
        ref={canvas}
        className="share-image"
        role="img"
        aria-label={t('logbook.share.image', {
          month: monthText(month),
          n: totals.value?.flights ?? 0,
          hours: Math.floor((totals.value?.minutes.sum ?? 0) / 60),
        })}
      />
      <p className="dim small">{t('logbook.share.local')}</p>
      <p className="actions">
        <Button look="main" disabled={!isReady} onClick={() => void save()}>
          {t('logbook.share.save')}
        </Button>
        <Button onClick={() => sheet.current?.close()}>{t('window.common.close')}</Button>
      </p>
    </Sheet>
  );
}

/** Draws "Your month" as one image: flights, hours, points, and the routes on a map. */
const shareSize = { width: 1200, height: 675 };
const mapBox = { x: 0, y: 190, width: 1200, height: 425 };

type Month = {
  readonly month: string;
  readonly pilot: string;
  readonly totals: LogbookTotals;
  readonly map: LogbookMap;
};

const figure = (x: number, value: string, name: string): Mark[] => [
  { kind: 'text', x, y: 140, text: value, ink: 'ink', size: 40, anchor: 'start', isBold: true },
  { kind: 'text', x, y: 166, text: name, ink: 'dim', size: 17, anchor: 'start' },
];

function drawMonth(context: CanvasRenderingContext2D, month: Month, palette: Palette, colours: MapColours): void {
  const { totals, map } = month;
  const title = withSoFar(monthText(month.month), soFarText(totals));
  const { width, height } = shareSize;
  paint(context, { marks: [{ kind: 'rect', x: 0, y: 0, width, height, ink: 'panel' }] }, palette);
  drawMap(context, map, colours);
  const marks: Mark[] = [
    { kind: 'text', x: 48, y: 66, text: title, ink: 'main', size: 30, anchor: 'start', isBold: true },
    { kind: 'text', x: width - 48, y: 66, text: month.pilot, ink: 'dim', size: 20, anchor: 'end' },
    ...figure(48, number(totals.flights), t('logbook.totals.flights', { n: totals.flights })),
    ...figure(210, minutes(totals.minutes.sum), t('logbook.totals.flown', { n: 0 })),
    ...figure(
      530,
      t('logbook.totals.miles', { n: Math.round(totals.distanceNm.sum) }),
      t('logbook.totals.greatCircle', { n: 0 }),
    ),
    ...figure(850, number(totals.points.sum), t('logbook.totals.points', { n: 0 })),
    ...figure(1030, number(totals.airports), t('logbook.share.airports', { n: totals.airports })),
    { kind: 'text', x: 48, y: height - 22, text: t('window.common.program'), ink: 'dim', size: 15, anchor: 'start' },
  ];
  paint(context, { marks }, palette);
}

/** Draws the map around all airports, with a maximum zoom for a single one. */
function drawMap(context: CanvasRenderingContext2D, map: LogbookMap, colours: MapColours) {
  const size = { width: mapBox.width, height: mapBox.height };
  context.save();
  context.beginPath();
  context.rect(mapBox.x, mapBox.y, mapBox.width, mapBox.height);
  context.clip();
  context.translate(mapBox.x, mapBox.y);
  const dots = drawFlatMap(context, map, size, colours, 0.9);
  const labels = placeLabels(
    map.airports.map(({ code }, at) => ({
      x: dots[2 * at]!,
      y: dots[2 * at + 1]!,
      radius: dotRadius(map, at),
      text: code,
    })),
    { left: 0, top: 0, right: size.width, bottom: size.height },
    [],
    24,
  );
  context.font = `13px ${codeFont}`;
  for (const { dot, x, y, anchor } of labels) {
    context.textAlign = anchor === 'middle' ? 'center' : anchor;
    context.lineWidth = 3;
    context.strokeStyle = colours.sea;
    context.strokeText(map.airports[dot]!.code, x, y);
    context.fillStyle = colours.ink;
    context.fillText(map.airports[dot]!.code, x, y);
  }
  context.restore();
}
