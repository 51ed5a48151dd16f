// The messages of "what happened when". The database keeps a code and its details; this table turns them into messages.
import { codeOwner } from '../../contract/failure.ts';
import type { HistoryEntry } from '../../contract/strip.ts';
import { pluralCount } from '../../messages/plural-count.ts';
import { message, storedMessage, verbatim, type Message } from '../../messages/message.ts';
import type { StoredHistoryEntry } from '../storage/tables/log/history.ts';

type Details = StoredHistoryEntry['details'];
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const figure = (value: unknown) => (typeof value === 'number' ? value : Number(text(value)));
/** The code that the service sent. Codes of a connection mean nothing to a pilot. */
const replyIn = (details: Details): { hasReply: 'yes' | 'other'; reply: string } => {
  const code = text(details['code']);
  return code !== '' && codeOwner(code) === 'service'
    ? { hasReply: 'yes', reply: code }
    : { hasReply: 'other', reply: '' };
};
const flightIn = (details: Details) => ({ flight: figure(details['flightId']) });

const messages: Readonly<Record<string, (details: Details) => Message>> = {
  added: (details) => {
    const source = details['source'] as { kind?: string; folder?: string } | undefined;
    const kind = source?.kind === 'folder' || source?.kind === 'dropped' ? source.kind : 'other';
    return message('history.added', { source: kind, folder: text(source?.folder) });
  },
  uploading: (details) => message('history.uploading', { attempt: figure(details['attempt']) || 1 }),
  'added-again': () => message('history.addedAgain'),
  'approval-needed': () => message('history.approvalNeeded'),
  'edited-copy': () => message('history.editedCopy'),
  approved: () => message('history.approved'),
  declined: () => message('history.declined'),
  moved: (details) => message('history.moved', { to: text(details['to']) }),
  trashed: () => message('history.trashed'),
  'not-filed': (details) => storedMessage(details['message']),
  'too-large': (details) =>
    message('history.tooLarge', { bytes: figure(details['bytes']), maxBytes: figure(details['maxBytes']) }),
  'file-gone': () => message('history.fileGone'),
  'copy-damaged': () => message('history.copyDamaged'),
  'copy-restored': () => message('history.copyRestored'),
  uploaded: (details) => message('history.uploaded', flightIn(details)),
  'answer-lost': (details) =>
    details['code'] === 'restart' ? message('history.interrupted') : message('history.answerLost', replyIn(details)),
  inferred: (details) => message('shared.inferred', flightIn(details)),
  'inferred-wrongly': (details) => message('history.inferredWrongly', flightIn(details)),
  'confirmed-by-pilot': (details) => message('history.confirmedByPilot', flightIn(details)),
  'released-by-pilot': (details) => message('history.releasedByPilot', flightIn(details)),
  'not-added': (details) => message('history.notAdded', replyIn(details)),
  'not-arrived': () => message('history.notArrived'),
  ambiguous: () => message('history.ambiguous'),
  unclear: () => message('history.unclear'),
  'too-fast': () => message('history.tooFast'),
  'rate-limited': (details) => message('history.rateLimited', replyIn(details)),
  'held-back': (details) => message('history.heldBack', replyIn(details)),
  'service-error': (details) => message('history.serviceError', replyIn(details)),
  unreachable: (details) => message('history.unreachable', replyIn(details)),
  'not-understood': (details) => message('history.notUnderstood', replyIn(details)),
  rejected: (details) => message('history.rejected', replyIn(details)),
  retried: () => message('history.retried'),
  removed: () => message('history.removed'),
  restored: () => message('history.restored'),
  'uploaded-again-by-pilot': () => message('history.uploadedAgainByPilot'),
  'received-by-pilot': () => message('shared.confirmedByPilot'),
  'owner-changed': () => message('history.ownerChanged'),
  'automatic-check': () => message('history.automaticCheck'),
  'with-moderator': () => message('history.withModerator'),
  completed: (details) => {
    const points = text(details['points']);
    return message('history.completed', { hasPoints: points === '' ? 'other' : 'yes', points, n: pluralCount(points) });
  },
  archived: () => message('history.archived'),
  received: () => message('history.received'),
  'found-on-service': () => message('history.foundOnService'),
  absent: () => message('history.absent'),
};

/** The message of what happened. A word of a newer version is shown as it is. */
export const historyMessage = ({ what, details }: Pick<StoredHistoryEntry, 'what' | 'details'>): Message =>
  messages[what]?.(details) ?? verbatim(what);

/** One line of a report's history. */
export const historyLine = (entry: StoredHistoryEntry): HistoryEntry => ({
  at: entry.at,
  ...((entry.times ?? 1) > 1 && { until: entry.until, times: entry.times }),
  message: historyMessage(entry),
});
