// The fields of a report: those of the service, then those of its file; and the whole report as plain text.
import type { Flight } from '../../main/contract/flight.ts';
import type { StripDetail } from '../../main/contract/logbook.ts';
import type { segmentStates, Strip } from '../../main/contract/strip.ts';
import type { MessageParams } from '../../main/messages/message-params.ts';
import { codeText } from '../elements/failure-message.tsx';
import { DateTime } from '../elements/date-time.tsx';
import { amount, isKnown, kilograms, knownText, minutes, rating, signed, size, unknownMark } from '../format/amount.ts';
import { fullDateTime } from '../format/time.ts';
import { stageText, stripName } from '../format/strip-text.ts';
import { shownName, t, text } from '../text.ts';
import { ownRows } from './own-entry-fields.tsx';

export function DetailFields({ strip }: { readonly strip: Strip }) {
  const { flight, file } = strip;
  return (
    <>
      {flight && (
        <>
          <h3>{t('window.detail.service')}</h3>
          <dl className="fields">
            {detailRows(strip, flight).map((row) => (
              <div key={row.name}>
                <dt>{t('window.detail.field', { field: row.name })}</dt>
                <dd
                  className={[row.isCode && !row.isUnknown && 'mono', row.isUnknown && 'dim', 'time']
                    .filter(Boolean)
                    .join(' ')}
                >
                  <Value row={row} />
                </dd>
              </div>
            ))}
          </dl>
          <Pending strip={strip} flight={flight} />
        </>
      )}
      {file && (
        <>
          <h3>{t('window.detail.file')}</h3>
          <dl className="fields">
            <div>
              <dt>{t('window.detail.field', { field: 'name' })}</dt>
              <dd className="breakable">{shownName(file.name)}</dd>
            </div>
            <div>
              <dt>{t('window.detail.field', { field: 'size' })}</dt>
              <dd className="time">{size(file.bytes)}</dd>
            </div>
            <div>
              <dt>{t('window.detail.field', { field: 'source' })}</dt>
              <dd className="breakable">{sourceName(file.source)}</dd>
            </div>
            <div>
              <dt>{t('window.detail.field', { field: 'addedAt' })}</dt>
              <dd>
                <DateTime at={file.addedAt} isFull />
              </dd>
            </div>
          </dl>
        </>
      )}
    </>
  );
}

function Pending({ strip, flight }: { readonly strip: Strip; readonly flight: Flight }) {
  const pending = pendingText(strip, flight);
  return pending && <p className="dim small">{pending}</p>;
}

function Value({ row }: { readonly row: FieldRow }) {
  if (row.received !== null)
    return <span title={t('window.detail.receivedAs', { value: row.received })}>{row.value}</span>;
  if (row.isStruck) return <s>{row.value}</s>;
  if (row.at === null || row.isUnknown) return row.value;
  return <DateTime at={row.at} isFull serviceText={row.value} />;
}

function sourceName(source: NonNullable<Strip['file']>['source']): string {
  if (source.kind === 'folder') return source.folder;
  return source.kind === 'dropped' ? t('window.detail.fromWindow') : t('window.detail.fromCommandLine');
}

type FieldRow = {
  readonly name: MessageParams['window.detail.field']['field'];
  readonly value: string;
  /** Shown in the monospaced font. */
  readonly isCode: boolean;
  readonly isUnknown: boolean;
  /** Awarded, but it doesn't count. */
  readonly isStruck: boolean;
  /** Set for a time, epoch ms: shown in the pilot's zone, with the service's own text on hover. */
  readonly at: number | null;
  /** The service's own text, if the value was parsed from it. */
  readonly received: string | null;
};

const receivedText = (value: Flight['totalFt']) => (isKnown(value) ? String(value) : null);

const isOfLastCheck = (name: FieldRow['name']) => name === 'ratingContribution' || name === 'seasonPoints';
const isOver = ({ stage }: Strip) => stage === 'completed' || stage === 'archived' || stage === 'received';

/** When the fields that are still missing will be known; null if they will not. */
function pendingText(strip: Strip, flight: Flight): string | null {
  if (isOver(strip)) return null;
  return flight.automatedChecked ? t('window.detail.lastCheck') : t('window.detail.laterCheck');
}

/** The fields of a flight, in the order that pilots expect, without those that will be known later. */
export function detailRows(strip: Strip, flight: Flight): FieldRow[] {
  const row = (name: FieldRow['name'], value: string, more: Partial<FieldRow> = {}): FieldRow => {
    const isUnknown = value === unknownMark;
    const isStruck = isOfLastCheck(name) && flight.isArchived && !isUnknown;
    return { name, value, isCode: false, at: null, received: null, isUnknown, isStruck, ...more };
  };
  // Without permission to read flights, only the response to the upload is known.
  const isUnseen = strip.stage === 'received';
  const check = (isDone: boolean, segment: (typeof segmentStates)[number] | undefined) => {
    if (isDone) return t('window.detail.check', { state: 'passed' });
    if (isUnseen) return unknownMark;
    return t('window.detail.check', { state: segment === 'skipped' ? segment : 'pending' });
  };
  const rows = [
    row('icaoOut', knownText(flight.icaoOut), { isCode: true }),
    row('icaoIn', knownText(flight.icaoIn), { isCode: true }),
    row('aircraft', knownText(flight.aircraft), { isCode: true }),
    row('date', flight.date, { at: flight.dateAt }),
    row('enRoute', amount(flight.enRoute, minutes)),
    // Read as minutes from block to block (A6); the service's own figure is in the tooltip.
    row('totalFt', amount(flight.totalFt, minutes), { received: receivedText(flight.totalFt) }),
    row('pax', amount(flight.pax)),
    row('cargoKg', kilograms(flight.cargoKg)),
    row('delayMin', amount(flight.delayMin, minutes)),
    row('automatedChecked', check(flight.automatedChecked, strip.segments[2])),
    row('moderatorChecked', check(flight.moderatorChecked, strip.segments[3])),
    row('ratingContribution', amount(flight.ratingContribution, rating)),
    row('seasonPoints', amount(flight.seasonPoints, signed)),
    ...(flight.isArchived ? [row('isArchived', t('window.detail.yes'))] : []),
    row('createdAt', flight.createdAtText, { at: flight.createdAt }),
    row('id', String(flight.id)),
  ];
  // Nothing follows where flights can't be read, so nothing is left open.
  const isLeftOut = (name: FieldRow['name']) =>
    isUnseen || (!isOver(strip) && (isOfLastCheck(name) || !flight.automatedChecked));
  return rows.filter(({ name, isUnknown }) => !isUnknown || !isLeftOut(name));
}

/** A report as plain text, for the clipboard. */
export function detailText({ strip, history }: Pick<StripDetail, 'strip' | 'history'>): string {
  const fields = strip.flight ? detailRows(strip, strip.flight) : [];
  const line = (name: FieldRow['name'], value: string) =>
    t('window.detail.line', { field: t('window.detail.field', { field: name }), value });
  const rows = fields.map(({ name, value, at }) => line(name, at === null ? value : fullDateTime(at)));
  const { file, reason, own } = strip;
  const ownLines = own && [
    `${t('window.own.mark')}:`,
    ...ownRows(own).map(([field, value]) => t('window.detail.line', { field, value })),
    own.note,
  ];
  return [
    stripName(strip),
    stageText(strip),
    reason && text(reason.message),
    reason?.code ? codeText(reason.code) : null,
    file && line('name', t('window.detail.fileLine', { name: file.name, size: size(file.bytes) })),
    ...rows,
    strip.flight && pendingText(strip, strip.flight),
    ...(ownLines ?? []),
    '',
    ...history.map(({ at, message: happened }) =>
      t('window.detail.historyLine', { time: fullDateTime(at), message: text(happened) }),
    ),
  ]
    .filter((line) => line !== null)
    .join('\n')
    .trim();
}
