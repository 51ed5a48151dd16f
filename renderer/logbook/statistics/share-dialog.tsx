// The dialogs "Share": a preview of the card of a flight, a month or a year, which is then copied or saved.
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import {
  flightStatuses,
  type LogbookFilter,
  type LogbookMap,
  type LogbookRow,
  type LogbookStatistics,
} from '../../../main/contract/logbook.ts';
import { serviceInUse } from '../../../main/contract/settings.ts';
import type { AppState } from '../../../main/contract/state.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { download } from '../../copy-and-save.ts';
import { Button } from '../../elements/button.tsx';
import { Check } from '../../elements/form-fields.tsx';
import { logoImage } from '../../elements/service-logo.tsx';
import { Sheet, useModal } from '../../elements/sheet.tsx';
import {
  amount,
  isCargo,
  isKnown,
  kilograms,
  knownText,
  minutes,
  number,
  signed,
  toldText,
  unknownMark,
} from '../../format/amount.ts';
import { delayText } from '../../format/strip-text.ts';
import { dayText, monthText } from '../../format/time.ts';
import { useImageLoader, useTexts, useWindow } from '../../store/use-window.ts';
import { nameText, t } from '../../text.ts';
import { isKnownOf, pilotsText, soFarText, withSoFar } from '../flight-summary.tsx';
import { daysOf, everyFlight, filterTexts, type LogbookAddress } from '../logbook-address.ts';
import { useFineCoast } from '../map/coast.ts';
import { drawInPieces, show } from '../../elements/canvas.ts';
import { coloursOf, mapOfFlight } from '../map/draw-map.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { useFlightsRevision } from '../use-logbook.ts';
import { canvasBlob, type Card, type CardShape, cardShapes, cardSizes, drawCard, paletteOf } from './card.ts';
import './share.css';

/** What only its own dialog knows of a card. */
type CardContent = Pick<Card, 'head' | 'title' | 'under' | 'figures' | 'map' | 'records'> & {
  /** Follows the name of the service at the bottom; empty if there is nothing to add. */
  readonly mark: string;
  /** Below it. */
  readonly note: string;
  /** Of the file. */
  readonly name: string;
};

// A month or a year.

type SharePeriodProps = {
  readonly app: AppState;
  readonly address: LogbookAddress;
  readonly filter: LogbookFilter;
  readonly today: string;
};

export function SharePeriod(props: SharePeriodProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { language, times } = useTexts();
  useCommands({ 'statistics.share': () => setIsOpen(true) });
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('logbook.share.open')}</Button>
      {isOpen && <PeriodDialog key={`${language} ${times}`} {...props} close={() => setIsOpen(false)} />}
    </>
  );
}

/** Begins with a capital, as a title. */
const periodName = (period: string) =>
  period.length === 4 ? period : monthText(period).replace(/^./, (first) => first.toUpperCase());

function PeriodDialog({ app, address, filter, today, close }: SharePeriodProps & { readonly close: () => void }) {
  const revision = useFlightsRevision();
  const all = useMemo(() => ({ filter: { ...filter, from: null, to: null } }), [filter]);
  const months = useAnswer('logbook.months', all, revision).value;
  const years = [...new Set((months ?? []).map(({ month }) => month.slice(0, 4)))];
  const [chosen, setChosen] = useState<string | null>(null);
  // A report without a figure counts in the month of its upload until its record has come.
  const past = (months ?? []).filter(({ month }) => month <= today);
  const period = chosen ?? (past.find(({ minutes }) => minutes > 0) ?? past[0])?.month ?? today.slice(0, 7);
  const question = useMemo(() => ({ filter: { ...filter, ...daysOf(period) } }), [filter, period]);
  const { value: flown, isOld: hasOldFigures } = useAnswer('logbook.statistics', question, revision);
  const { value: map, isOld: hasOldMap } = useAnswer('logbook.map', question, revision);
  const head = t('shared.facts', {
    items: [pilotsText(app, filter.pilots), ...filterTexts({ ...address, period: null, from: null, to: null })].filter(
      Boolean,
    ),
  });
  const isRead = !hasOldFigures && !hasOldMap;
  const content = useMemo(
    () => (isRead && flown !== null && map !== null ? periodContent(period, head, flown, map) : null),
    [period, head, isRead, flown, map],
  );
  return (
    <ShareDialog
      app={app}
      title={t('logbook.share.title', { what: null })}
      content={content}
      stripId={null}
      close={close}
    >
      <label className="check">
        <span className="dim">{t('logbook.share.period')}</span>
        <select value={period} onChange={(event) => setChosen(event.currentTarget.value)}>
          {years.map((year) => (
            <optgroup key={year} label={year}>
              <option value={year}>{t('logbook.share.wholeYear', { year })}</option>
              {months
                ?.filter(({ month }) => month.startsWith(year))
                .map(({ month }) => (
                  <option key={month} value={month}>
                    {monthText(month)}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </label>
    </ShareDialog>
  );
}

function periodContent(period: string, head: string, flown: LogbookStatistics, map: LogbookMap): CardContent {
  const { totals, records, aircraft, routes } = flown;
  const type = isKnownOf(totals, 'minutes', 0.5) && aircraft.top[0];
  const [route] = routes;
  const miles = (nm: number) => t('logbook.totals.miles', { n: Math.round(nm) });
  const record = (name: 'distance' | 'aircraft' | 'route', what: string, much: string) =>
    t('window.detail.line', { field: t('logbook.record.name', { record: name }), value: `${what}, ${much}` });
  const farthest = records?.farthestNm;
  const placesOf = ({ from, to }: { from: string; to: string }) => t('logbook.flight.places', { from, to });
  return {
    head,
    title: [periodName(period)],
    under: isKnownOf(totals, 'distanceNm')
      ? [
          withSoFar(miles(totals.distanceNm.sum), soFarText(totals)),
          ...(totals.distanceNm.unknown > 0 ? [t('logbook.totals.greatCircle', { n: totals.distanceNm.unknown })] : []),
        ]
      : [soFarText(totals)].filter(Boolean),
    figures: [
      { value: number(totals.flights), name: t('logbook.totals.flights', { n: totals.flights }) },
      isKnownOf(totals, 'minutes') && {
        value: minutes(totals.minutes.sum),
        name: t('logbook.totals.flown', { n: totals.minutes.unknown }),
      },
      isKnownOf(totals, 'points') && {
        value: number(totals.points.sum),
        name: t('logbook.totals.points', { n: 0 }),
      },
      totals.airports > 0 && {
        value: number(totals.airports),
        name: t('logbook.share.airports', { n: totals.airports }),
      },
    ].filter((figure) => figure !== false),
    // What is said of so few flights says nothing.
    records:
      totals.flights < 5
        ? []
        : [
            type && record('aircraft', type.name ?? type.type, minutes(type.minutes)),
            farthest && record('distance', placesOf(farthest.row), miles(farthest.value)),
            route && route.flights > 2 && record('route', placesOf(route), `×${route.flights}`),
          ].filter((one) => typeof one === 'string'),
    map,
    mark: '',
    note: totals.withOwn > 0 ? t('shared.partlyOwn') : '',
    name: `flights-${period}.png`,
  };
}

// A flight.

type ShareFlightProps = {
  readonly app: AppState;
  readonly stripId: string;
  readonly flightId: number;
  readonly hasImage: boolean;
  readonly close: () => void;
};

export default function ShareFlight({ app, stripId, flightId, hasImage, close }: ShareFlightProps) {
  const question = useMemo(
    () => ({
      filter: { ...everyFlight, pilots: 'all' as const, statuses: [...flightStatuses], q: String(flightId) },
      order: { by: 'id' as const, descending: true },
      offset: 0,
      limit: 50,
    }),
    [flightId],
  );
  const page = useAnswer('logbook.page', question, useFlightsRevision()).value;
  const row = page?.rows.find((one) => one.stripId === stripId) ?? null;
  // A flight of another pilot has that pilot's name.
  const pilot = row?.pilot ?? (app.accounts.length > 1 ? '' : pilotsText(app, 'shown'));
  const content = useMemo(() => row && flightContent(row, pilot), [row, pilot]);
  return (
    <ShareDialog
      app={app}
      title={t('logbook.share.title', { what: 'flight' })}
      content={content}
      stripId={hasImage ? stripId : null}
      close={close}
    />
  );
}

function flightContent(row: LogbookRow, pilot: string): CardContent {
  const { fromCity, toCity, day, distanceNm, id } = row;
  const [from, to] = [knownText(row.from), knownText(row.to)];
  const date = day === null ? row.date : dayText(day, 'full');
  const places = fromCity && toCity ? t('logbook.flight.places', { from: fromCity, to: toCity }) : '';
  const miles = distanceNm === null || distanceNm === 0 ? '' : t('logbook.totals.miles', { n: Math.round(distanceNm) });
  const figures: CardContent['figures'] = [
    { value: amount(row.enRoute, minutes), name: t('logbook.share.figure', { figure: 'time' }) },
    isCargo(row)
      ? { value: kilograms(row.cargoKg), name: t('logbook.share.figure', { figure: 'cargo' }) }
      : { value: amount(row.pax), name: t('logbook.share.figure', { figure: 'pax' }) },
    {
      value: isKnown(row.delayMin) ? delayText(row.delayMin) : unknownMark,
      name: t('logbook.share.figure', { figure: 'delay' }),
    },
    { value: amount(row.seasonPoints, signed), name: t('logbook.share.figure', { figure: null }) },
  ];
  return {
    head: t('shared.facts', { items: [pilot, date].filter((part) => part !== '') }),
    title: [from, to],
    under: [
      places,
      t('shared.facts', { items: [row.aircraftName ?? toldText(row.aircraft), miles].filter(Boolean) }),
    ].filter(Boolean),
    figures: figures.filter(({ value }) => value !== unknownMark),
    records: [],
    map: mapOfFlight({ ...row, from, to }),
    mark: t('window.strip.flight', { id }),
    note: row.ownCounted.length > 0 ? t('shared.partlyOwn') : '',
    name: `flight-${id}.png`,
  };
}

// What both have in common.

type ShareDialogProps = {
  readonly app: AppState;
  readonly title: string;
  /** Null while it is read. */
  readonly content: CardContent | null;
  /** The report whose screenshot can be shown; null if there is none. */
  readonly stripId: string | null;
  readonly close: () => void;
  readonly children?: ReactNode;
};

function ShareDialog({ app, title, content, stripId, close, children }: ShareDialogProps) {
  const dialog = useModal();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shape, setShape] = useState<CardShape>('wide');
  const [withScreenshot, setWithScreenshot] = useState(false);
  /** What was done last, and with which picture. */
  const [done, setDone] = useState<{ readonly card: unknown; readonly shape: CardShape; readonly text: string } | null>(
    null,
  );
  const coast = useFineCoast(true);
  const screenshot = useScreenshot(withScreenshot ? stripId : null);
  const logo = useLogo();
  const service = nameText(app.service.name);
  const { width, height } = cardSizes[shape];
  const card = useMemo(
    () =>
      content && {
        ...content,
        screenshot,
        logo,
        foot: [t('shared.facts', { items: [service, content.mark].filter(Boolean) }), content.note].filter(Boolean),
      },
    [content, screenshot, logo, service],
  );

  const drawing = useMemo(() => {
    if (card === null || coast === null) return null;
    return (element: HTMLCanvasElement) => {
      const ink = { palette: paletteOf(element), colours: coloursOf(element), coast };
      return (context: CanvasRenderingContext2D) => drawCard(context, card, shape, ink);
    };
  }, [card, coast, shape]);
  useEffect(() => {
    const element = canvas.current;
    if (drawing === null || element === null) return undefined;
    return drawInPieces(cardSizes[shape], 1, drawing(element), (drawn) => show(drawn, element));
  }, [drawing, shape]);

  const imageOf = () => canvasBlob(cardSizes[shape], drawing!(canvas.current!));
  async function save(name: string) {
    const image = await imageOf();
    if (image !== null) download(image, name);
    setDone({ card, shape, text: image === null ? t('logbook.chart.notSaved') : t('logbook.chart.saved', { name }) });
  }
  async function copy() {
    const isCopied = await copyImage(imageOf());
    setDone({ card, shape, text: t('logbook.share.copied', { done: isCopied }) });
  }
  const isDone = done !== null && done.card === card && done.shape === shape;

  return (
    <Sheet ref={dialog} className="share-sheet" title={title} close={close}>
      <div className="line share-choices">
        {children}
        <div className="switch" role="group" aria-label={t('logbook.share.shape')}>
          {cardShapes.map((one) => (
            <button key={one} type="button" aria-pressed={shape === one} onClick={() => setShape(one)}>
              {t('logbook.share.shapeName', { shape: one === 'square' ? one : null })}
            </button>
          ))}
        </div>
        {stripId !== null && (
          <Check checked={withScreenshot} onChange={setWithScreenshot}>
            {t('logbook.share.screenshot')}
          </Check>
        )}
      </div>
      <canvas
        ref={canvas}
        width={width}
        height={height}
        className={`share-image map-colours is-${shape}`}
        role="img"
        aria-label={card === null ? t('window.common.reading') : cardText(card)}
      />
      <p className={isDone ? 'small' : 'dim small'} role="status">
        {isDone ? done.text : t('logbook.share.local')}
      </p>
      <p className="actions">
        <Button look="main" disabled={drawing === null} onClick={() => void copy()}>
          {t('logbook.share.copy')}
        </Button>
        <Button
          disabled={drawing === null}
          onClick={() =>
            content && void save(content.name.replace('.png', shape === 'square' ? '-square.png' : '.png'))
          }
        >
          {t('logbook.share.save')}
        </Button>
        <Button onClick={() => dialog.current?.close()}>{t('window.common.close')}</Button>
      </p>
    </Sheet>
  );
}

/** Copies a PNG. Takes a promise, because a browser wants the call in the click itself. Returns whether it was copied. */
async function copyImage(image: Promise<Blob | null>): Promise<boolean> {
  const drawn = image.then((blob) => {
    if (blob === null) throw new Error('the image could not be drawn');
    return blob;
  });
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': drawn })]);
    return true;
  } catch {
    return false;
  }
}

/** The card in words. */
function cardText({ head, title, under, figures, records, foot }: Card): string {
  const told = figures.map(({ value, name }) => `${value} ${name}`);
  return t('shared.facts', { items: [head, ...title, ...under, ...told, ...records, ...foot].filter(Boolean) });
}

/** The screenshot of a report, in a size for a card; null until it is read, or if it can't be drawn. */
function useScreenshot(stripId: string | null): ImageBitmap | null {
  const images = useImageLoader();
  const [read, setRead] = useState<{ readonly stripId: string; readonly bitmap: ImageBitmap } | null>(null);
  useEffect(() => {
    if (stripId === null) return undefined;
    const controller = new AbortController();
    void images.draw(stripId, { width: 1200, height: 1000 }, controller.signal).then((drawn) => {
      if (drawn.kind === 'drawn' && !controller.signal.aborted) setRead({ stripId, bitmap: drawn.bitmap });
    });
    return () => controller.abort();
  }, [images, stripId]);
  return read !== null && read.stripId === stripId ? read.bitmap : null;
}

/** The logo of the service in use, if its preset has one. */
function useLogo(): ImageBitmap | null {
  const logo = useWindow(({ settings, app }) =>
    settings === null || app?.service.kind !== 'service' ? undefined : serviceInUse(settings).logo,
  );
  const [image, setImage] = useState<ImageBitmap | null>(null);
  useEffect(() => {
    if (logo !== undefined) void logoImage(logo).then(setImage, () => {});
  }, [logo]);
  return image;
}
