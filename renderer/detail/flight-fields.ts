// Every field the service sent, in a pilot's order and words. What is not known yet says when it comes. Pure.
import type { Flight, Strip } from '../../main/contract/strip.ts';
import { UNKNOWN, amount, minutes, number, signed, text } from '../format/amount.ts';
import type { SegmentState } from '../words/subjects.ts';
import { words } from '../words/words.ts';

const w = words.detail;

export type FieldRow = {
  readonly name: keyof typeof w.fields;
  readonly value: string;
  /** Codes and routes stand in the mono face. */
  readonly isCode: boolean;
  readonly isUnknown: boolean;
  /** A moment, where the value is one: drawn in UTC, the service's own text on hover. */
  readonly at: number | null;
};

/** When an unknown field can be expected, or null where nothing more comes. */
function expected(strip: Strip, flight: Flight, isLast: boolean): string {
  const isOver = strip.stage === 'settled' || strip.stage === 'archived' || strip.stage === 'sent';
  if (isOver) return UNKNOWN;
  if (isLast) return w.lastCheck;
  return flight.automatedChecked ? UNKNOWN : w.laterCheck;
}

export function flightFields(strip: Strip, flight: Flight): FieldRow[] {
  const row = (name: FieldRow['name'], value: string, more: Partial<FieldRow> = {}): FieldRow => {
    const isLast = name === 'ratingContribution' || name === 'seasonPoints';
    const isUnknown = value === UNKNOWN;
    const drawn = isUnknown ? expected(strip, flight, isLast) : value;
    return { name, value: drawn, isCode: false, at: null, isUnknown, ...more };
  };
  // Without reading, only what stood in the answer to the upload is known: later checks are not seen.
  const isUnseen = strip.stage === 'sent';
  const check = (isDone: boolean, segment: SegmentState | undefined) => {
    if (isDone) return w.checked;
    if (isUnseen) return UNKNOWN;
    return segment === 'skipped' ? w.notNeeded : w.notChecked;
  };
  const archived = isUnseen && !flight.isArchived ? UNKNOWN : flight.isArchived ? w.archived : w.notArchived;
  return [
    row('icaoOut', text(flight.icaoOut), { isCode: true }),
    row('icaoIn', text(flight.icaoIn), { isCode: true }),
    row('aircraft', text(flight.aircraft), { isCode: true }),
    row('date', flight.date, { at: flight.dateAt }),
    row('enRoute', amount(flight.enRoute, minutes)),
    // What the service totals here its document does not show: drawn as it came.
    row('totalFt', amount(flight.totalFt)),
    row('pax', amount(flight.pax)),
    row(
      'cargoKg',
      amount(flight.cargoKg, (n) => w.kilograms(number(n))),
    ),
    row('delayMin', amount(flight.delayMin, minutes)),
    row('automatedChecked', check(flight.automatedChecked, strip.segments[2])),
    row('moderatorChecked', check(flight.moderatorChecked, strip.segments[3])),
    row('ratingContribution', amount(flight.ratingContribution, signed)),
    row('seasonPoints', amount(flight.seasonPoints, signed)),
    row('isArchived', archived),
    row('createdAt', flight.createdAtText, { at: flight.createdAt }),
    row('id', String(flight.id)),
  ];
}
