// One report as a line of text, and as an object for programs in the service's own field names.
import type { Strip } from '../../../contract/strip.ts';
import { recordOf } from '../../../contract/flight.ts';
import { pluralCount } from '../../../messages/plural-count.ts';
import { message, type Message } from '../../../messages/message.ts';
import { text } from '../../host/text.ts';
import { padded, duration } from './output.ts';
import { looksLikeJson, messageFields } from '../json/line-parts.ts';

const segmentSigns: Readonly<Record<Strip['segments'][number], string>> = {
  done: '=',
  now: '>',
  open: '.',
  skipped: '-',
};

/** `[===>.]  A20N EDDF>LPPT  with a moderator  flight 12  eddf-lppt-report.png`. */
export function reportLine(report: Strip, now: number): string {
  const { flight } = report;
  const aircraft = flight && flight.aircraft !== 'UNKNOWN' && flight.aircraft !== '' ? flight.aircraft : '----';
  const route =
    flight && (flight.icaoOut || flight.icaoIn)
      ? `${flight.icaoOut || '····'}>${flight.icaoIn || '····'}`
      : '····>····';
  // Nothing follows of a flight that can't be read, so nothing is left open for it.
  const isBare = report.stage === 'received' && route === '····>····';
  const subject = isBare ? ' '.repeat(14) : `${aircraft.padEnd(4)} ${route}`;
  const stage = text(stageMessage(report, now));
  const id = flight && report.stage !== 'inferred' ? text(message('cli.report.flight', { id: flight.id })) : report.id;
  return `[${report.segments.map((one) => segmentSigns[one]).join('')}]  ${subject}  ${padded(stage, 28)} ${id.padEnd(12)} ${report.file?.name ?? ''}`.trimEnd();
}

function stageMessage({ stage, uploadsAt, flight, bay, evidence }: Strip, now: number): Message {
  if (stage === 'inferred') return message('shared.inferred', { flight: flight?.id ?? 0 });
  if (stage === 'received' && evidence === 'unknown') return message('shared.confirmedByPilot');
  if (stage === 'waiting' && uploadsAt !== null && uploadsAt > now) {
    return message('cli.report.uploadsIn', { duration: duration(uploadsAt - now) });
  }
  if (stage === 'completed' && flight && flight.seasonPoints !== null) {
    return message('cli.report.completedPoints', {
      points: flight.seasonPoints,
      n: pluralCount(flight.seasonPoints),
    });
  }
  if (stage === 'unconfirmed' && bay === 'needs-attention') return message('cli.report.unconfirmedAsked');
  return message(`cli.report.${stage}`);
}

/** Returns the id of a report named as `12` or `job-12`, else null. */
export function reportIdOf(given: string | undefined): string | null {
  if (given === undefined || !/^(job-)?\d+$/.test(given)) return null;
  return given.startsWith('job-') ? given : `job-${given}`;
}

export const reportJson = (report: Strip) => ({
  report: report.id,
  bay: report.bay,
  stage: report.stage,
  evidence: report.evidence,
  is_agreed: report.isAgreed,
  lacks_text: report.lacksText,
  looks_like: looksLikeJson(report.looksLike),
  file: report.file?.name ?? null,
  uploads_at: report.uploadsAt === null ? null : new Date(report.uploadsAt).toISOString(),
  ...(report.reason && {
    ...messageFields(report.reason.message),
    code: report.reason.code ?? null,
    kind: report.reason.kind,
  }),
  flight: report.flight && recordOf(report.flight),
});
