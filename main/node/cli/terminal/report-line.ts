// One report as a line of text, and as an object for programs in the service's own field names.
import type { Strip } from '../../../contract/strip.ts';
import { recordOf } from '../../../contract/flight.ts';
import { pluralCount } from '../../../messages/plural-count.ts';
import { message, type Message, type MessageId } from '../../../messages/message.ts';
import { text, timeFormat } from '../../host/text.ts';
import { padded, duration } from './output.ts';
import { messageFields, isoOrNull, type folderSchema } from '../json/status-schema.ts';
import { stat } from 'node:fs/promises';
import { errorCode } from '../../../core/platform/error-code.ts';
import type { z } from 'zod';
import { defaultWithoutText, type FolderRules } from '../../../contract/folder-rules.ts';
import type { FolderState } from '../../../contract/state.ts';

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
  file: report.file?.name ?? null,
  uploads_at: report.uploadsAt === null ? null : new Date(report.uploadsAt).toISOString(),
  ...(report.reason && {
    ...messageFields(report.reason.message),
    code: report.reason.code ?? null,
    kind: report.reason.kind,
  }),
  flight: report.flight && recordOf(report.flight),
});

// What is wrong with a file that was typed, if it can be checked immediately.

/** Returns a message where `path` is a folder or is missing, else null. `name` is the path as it was typed. */
export async function fileHint(name: string, path: string): Promise<Message | null> {
  try {
    const info = await stat(path);
    return info.isDirectory() ? message('cli.upload.folder', { name }) : null;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(errorCode(error)) ? message('cli.upload.missing', { name }) : null;
  }
}

// A watched folder as text and as an object for programs.

export const folderJson = (folder: FolderState): z.infer<typeof folderSchema> => ({
  id: folder.id,
  path: folder.path,
  status: folder.status,
  since: isoOrNull(folder.since),
  problem: folder.concern && messageFields(folder.concern.message),
  added: folder.added,
  growing: folder.growing,
  existing: folder.existing,
  other_names: folder.otherNames,
  skipped: folder.skipped.map(({ name, message: reason }) => ({ name, ...messageFields(reason) })),
  skipped_count: folder.skippedCount,
  not_filed: folder.notFiled.map(({ name, message: reason }) => ({ name, ...messageFields(reason) })),
  rules: {
    names: folder.rules.names,
    after_upload: folder.rules.afterUpload,
    approval: folder.rules.approval,
    without_text: folder.rules.withoutText ?? defaultWithoutText,
  },
});

/** `watched since 14:02Z`. */
export const folderStateMessage = ({ status, since }: FolderState): Message =>
  message('cli.folders.state', { status, since: since === null ? '' : timeFormat().dateTime(since, Date.now()) });

/** `names matching report-*; uploaded automatically; then moved to Sent`. */
export const rulesMessage = ({ names, afterUpload, approval }: FolderRules): Message =>
  message('cli.folders.rules', {
    which: names.includes('*') ? 'all' : null,
    names,
    approval: approval ? 'on' : null,
    after: afterUpload.kind === 'leave' ? null : afterUpload.kind,
    folder: afterUpload.kind === 'move' ? afterUpload.to : '',
  });

// Rows of `status` and `secrets`: a label and its value.

const labelWidth = 10;

type Label = Extract<MessageId, `cli.label.${string}`>;

/** `Queue     3 waiting`. Without a label the value belongs to the row above. */
export function row(label: Label | null, value: Message | string): string {
  const name = label === null ? '' : text(message(label));
  return `${padded(label === null ? '' : `${name} `, labelWidth)}${typeof value === 'string' ? value : text(value)}`;
}
