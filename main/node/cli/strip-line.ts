// One strip as a line of text, and as an object for programs in the service's own field names.
import type { Flight, Strip } from '../../contract/strip.ts';
import { duration } from './output.ts';
import { messageFields } from './json-lines.ts';

const stageWords: Readonly<Record<Strip['stage'], string>> = {
  waiting: 'waiting',
  sending: 'sending',
  unconfirmed: 'looking whether it arrived',
  held: 'held',
  approval: 'waits for your word',
  'not-sent': 'not to be sent',
  rejected: 'rejected',
  'automatic-check': 'automatic check',
  'with-moderator': 'with a moderator',
  sent: 'with the service',
  settled: 'settled',
  archived: 'archived, does not count',
};

const segmentSigns: Readonly<Record<Strip['segments'][number], string>> = {
  done: '=',
  now: '>',
  open: '.',
  skipped: '-',
};

/** `[===>.] A20N EDDF>LPPT  with a moderator  eddf-lppt-report.png`. */
export function stripLine(strip: Strip, now: number): string {
  const { flight } = strip;
  const aircraft = flight && flight.aircraft !== 'UNKNOWN' && flight.aircraft !== '' ? flight.aircraft : '----';
  const route =
    flight && (flight.icaoOut || flight.icaoIn)
      ? `${flight.icaoOut || '····'}>${flight.icaoIn || '····'}`
      : '····>····';
  const stage =
    strip.stage === 'waiting' && strip.uploadsAt !== null && strip.uploadsAt > now
      ? `waiting, leaves in ${duration(strip.uploadsAt - now)}`
      : strip.stage === 'settled' && flight?.seasonPoints !== null && flight
        ? `settled, ${flight.seasonPoints} points`
        : strip.stage === 'unconfirmed' && strip.bay === 'needs-you'
          ? 'unconfirmed, say how it is'
          : stageWords[strip.stage];
  const id = flight ? `flight ${flight.id}` : strip.id;
  return `[${strip.segments.map((one) => segmentSigns[one]).join('')}]  ${aircraft.padEnd(4)} ${route}  ${stage.padEnd(28)} ${id.padEnd(12)} ${strip.file?.name ?? ''}`.trimEnd();
}

/** A record under the names of the service's document. */
export const recordFact = (flight: Flight) => ({
  id: flight.id,
  date: flight.date,
  aircraft: flight.aircraft,
  icao_out: flight.icaoOut,
  icao_in: flight.icaoIn,
  total_ft: flight.totalFt,
  en_route: flight.enRoute,
  pax: flight.pax,
  cargo_kg: flight.cargoKg,
  delay_min: flight.delayMin,
  moderator_checked: flight.moderatorChecked,
  automated_checked: flight.automatedChecked,
  rating_contribution: flight.ratingContribution,
  season_points: flight.seasonPoints,
  is_archived: flight.isArchived,
  created_at: flight.createdAtText,
});

export const stripFact = (strip: Strip) => ({
  strip: strip.id,
  bay: strip.bay,
  stage: strip.stage,
  file: strip.file?.name ?? null,
  departs_at: strip.uploadsAt === null ? null : new Date(strip.uploadsAt).toISOString(),
  ...(strip.reason && {
    ...messageFields(strip.reason.message),
    code: strip.reason.code ?? null,
    kind: strip.reason.kind,
  }),
  flight: strip.flight && recordFact(strip.flight),
});
