// The cells of a row. Only deviations are coloured: amber for late flights, and a sign for each status.
import type { ReactNode } from 'react';
import { onTimeMin, type LogbookRow } from '../../main/contract/logbook.ts';
import { asNumber, type ServiceValue } from '../../main/contract/flight.ts';
import { isRouteTold, type OwnFigure } from '../../main/contract/own-entry.ts';
import { looksLikeMessage } from '../../main/contract/strip.ts';
import { Icon } from '../elements/icon.tsx';
import { unknownMark, amount, knownText, minutes, number, rating, signed } from '../format/amount.ts';
import { clockTime, dayText, fullDateTime } from '../format/time.ts';
import { t, text } from '../text.ts';
import { statusText } from './logbook-address.ts';
import type { Column } from './columns.ts';

export const columnName = (column: Column) => t('logbook.column.name', { column });

/** The cities, or else the names of the airports, truncated if there is no room. */
function Places({ row }: { readonly row: LogbookRow }) {
  const [from, to] = [row.fromCity || row.fromName, row.toCity || row.toName];
  // So that it can be told from others whose route isn't known.
  if (!from && !to) return <span className="dim">{row.file ?? t('window.strip.flight', { id: row.id })}</span>;
  return (
    <span className="dim">
      {from || unknownMark}
      {' – '}
      {to || unknownMark}
    </span>
  );
}

/** A code that is only read from the image has a question mark. */
function Code({ row, side }: { readonly row: LogbookRow; readonly side: 'from' | 'to' }) {
  const known = knownText(row[side]);
  if (known !== unknownMark) return <span className="mono icao">{known}</span>;
  return (
    <span className="mono icao dim" title={hintOf(row)}>
      {row.looksLike ? `${row.looksLike[side]}?` : known}
    </span>
  );
}

const hintOf = (row: LogbookRow) => (row.looksLike ? text(looksLikeMessage(row.looksLike, row)) : '');

/** Whether the service tells another route than the image looks like. */
export const isUnlike = (row: LogbookRow) => row.looksLike !== null && isRouteTold(row, null);

const figure = (value: ServiceValue, asDrawn?: (value: number) => string) => unknownDim(amount(value, asDrawn));
/** Points of an archived flight don't count. */
const struckIf = (isStruck: boolean, cell: ReactNode) => (isStruck ? <s>{cell}</s> : cell);
const unknownDim = (text: string) => (text === unknownMark ? <span className="dim">{unknownMark}</span> : text);

/** What of a cell the pilot may have entered. */
const ownFigure: Partial<Record<Column, OwnFigure>> = {
  day: 'day',
  from: 'icaoOut',
  to: 'icaoIn',
  aircraft: 'aircraft',
  minutes: 'minutes',
  block: 'block',
};

export function isOwn(column: Column, row: LogbookRow): boolean {
  const figure = ownFigure[column];
  return figure !== undefined && row.ownCounted.includes(figure);
}

const statusIcons = { completed: 'check', 'under-review': 'search', archived: 'minus', uploaded: 'upload' } as const;

/** @param hasYear adds the year to the day, for lists without months */
export function cellOf(column: Column, row: LogbookRow, hasYear: boolean): ReactNode {
  switch (column) {
    case 'day':
      return (
        <>
          {row.day === null ? unknownDim(knownText(row.date)) : dayText(row.day, hasYear ? 'full' : 'short')}
          {row.own?.note && (
            <span className="dim" role="img" aria-label={t('window.own.note')} title={row.own.note}>
              {' '}
              <svg width="11" height="11" viewBox="0 0 11 11" fill="none" stroke="currentColor">
                <path d="M1 1h9v6l-3 3H1zM7 10V7h3" />
              </svg>
            </span>
          )}
        </>
      );
    case 'from':
      return <Code row={row} side="from" />;
    case 'to':
      return (
        <>
          <span className="dim to-arrow" aria-hidden="true">
            →
          </span>
          <Code row={row} side="to" />
          {isUnlike(row) && (
            <span className="dim" title={hintOf(row)}>
              {'\u200A≠'}
            </span>
          )}
        </>
      );
    case 'names':
      return <Places row={row} />;
    case 'pilot':
      return row.pilot;
    case 'aircraft':
      return <span className="mono">{unknownDim(knownText(row.aircraft))}</span>;
    case 'minutes':
      return figure(row.enRoute, clockTime);
    case 'distance':
      return row.distanceNm === null ? unknownDim(unknownMark) : number(Math.round(row.distanceNm));
    case 'pax':
      return figure(row.pax);
    case 'cargo':
      return figure(row.cargoKg);
    case 'delay': {
      const late = asNumber(row.delayMin) ?? 0;
      return <span className={late > onTimeMin ? 'late' : undefined}>{figure(row.delayMin, signed)}</span>;
    }
    case 'points':
      return struckIf(row.status === 'archived', figure(row.seasonPoints, signed));
    case 'rating':
      return struckIf(row.status === 'archived', figure(row.ratingContribution, rating));
    case 'status':
      return (
        <>
          <i className={`status-sign ${row.status}`} aria-hidden="true" title={statusText(row.status)}>
            <Icon name={statusIcons[row.status]} />
          </i>
          <span>{statusText(row.status)}</span>
        </>
      );
    case 'block':
      return figure(row.totalFt, clockTime);
    case 'checks':
      return t('logbook.flight.checks', {
        checks: row.moderatorChecked ? 'both' : row.automatedChecked ? 'automatic' : 'none',
      });
    case 'created':
      return row.createdAt === null ? unknownDim(knownText(row.createdAtText)) : fullDateTime(row.createdAt);
    case 'id':
      return `#${row.id}`;
    case 'file':
      return row.file;
    case 'note':
      return row.own?.note;
  }
}

/** Returns a row as one sentence, for screen readers that read whole rows. */
export function rowText(row: LogbookRow): string {
  const name = t('logbook.flight.name', {
    day: row.day === null ? row.date : dayText(row.day),
    from: knownText(row.from),
    to: knownText(row.to),
    aircraft: knownText(row.aircraft),
    time: amount(row.enRoute, minutes),
  });
  const own = row.ownCounted.length > 0 && t('window.own.mark');
  const note = row.own?.note && t('window.own.note');
  return t('shared.facts', { items: [name, hintOf(row), own, note].flatMap((item) => item || []) });
}
