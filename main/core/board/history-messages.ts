// The messages of "what happened when". The database keeps events and their figures; this turns them into messages.
import { codeOwner } from '../../contract/failure.ts';
import type { HistoryEntry } from '../../contract/strip.ts';
import { pluralCount } from '../../messages/plural-count.ts';
import { message, verbatim, type Message } from '../../messages/message.ts';
import { historyEventSchema, type HistoryEvent, type StoredHistoryEntry } from '../storage/tables/log/history.ts';

/** The code that the service sent. Codes of a connection mean nothing to a pilot. */
const replyOf = (code: string | undefined) =>
  code !== undefined && code !== '' && codeOwner(code) === 'service'
    ? { hasReply: true, reply: code }
    : { hasReply: false, reply: '' };

function messageOf(event: HistoryEvent): Message {
  switch (event.what) {
    case 'added': {
      const { source } = event;
      const folder = source.kind === 'folder' ? source.folder : '';
      return message('history.added', { source: source.kind === 'command-line' ? null : source.kind, folder });
    }
    case 'added-again':
      return message('history.addedAgain');
    case 'approval-needed':
      return message('history.approvalNeeded');
    case 'edited-copy':
      return message('history.editedCopy');
    case 'too-large':
      return message('history.tooLarge', { bytes: event.bytes, maxBytes: event.maxBytes });
    case 'approved':
      return message('history.approved');
    case 'declined':
      return message('history.declined');
    case 'restored':
      return message('history.restored');
    case 'file-gone':
      return message('history.fileGone');
    case 'copy-damaged':
      return message('history.copyDamaged');
    case 'copy-restored':
      return message('history.copyRestored');
    case 'uploading':
      return message('history.uploading', { attempt: event.attempt });
    case 'uploaded':
      return message('history.uploaded', { flight: event.flightId });
    case 'answer-lost':
      return event.code === 'restart'
        ? message('history.interrupted')
        : message('history.answerLost', replyOf(event.code));
    case 'inferred':
      return message('shared.inferred', { flight: event.flightId });
    case 'inferred-wrongly':
      return message('history.inferredWrongly', { flight: event.flightId });
    case 'not-added':
      return message('history.notAdded', replyOf(event.code));
    case 'not-arrived':
      return message('history.notArrived');
    case 'ambiguous':
      return message('history.ambiguous');
    case 'unclear':
      return message('history.unclear');
    case 'too-fast':
      return message('history.tooFast');
    case 'rate-limited':
      return message('history.rateLimited', replyOf(event.code));
    case 'held-back':
      return message('history.heldBack', replyOf(event.code));
    case 'service-error':
      return message('history.serviceError', replyOf(event.code));
    case 'unreachable':
      return message('history.unreachable', replyOf(event.code));
    case 'rejected':
      return message('history.rejected', replyOf(event.code));
    case 'confirmed-by-pilot':
      return message('history.confirmedByPilot', { flight: event.flightId ?? 0 });
    case 'released-by-pilot':
      return message('history.releasedByPilot', { flight: event.flightId ?? 0 });
    case 'retried':
      return message('history.retried');
    case 'removed':
      return message('history.removed');
    case 'uploaded-again-by-pilot':
      return message('history.uploadedAgainByPilot');
    case 'received-by-pilot':
      return message('shared.confirmedByPilot');
    case 'owner-changed':
      return message('history.ownerChanged');
    case 'moved':
      return message('history.moved', { to: event.to });
    case 'trashed':
      return message('history.trashed');
    case 'not-filed':
      return event.message;
    case 'found-on-service':
      return message('history.foundOnService');
    case 'absent':
      return message('history.absent');
    case 'automatic-check':
      return message('history.automaticCheck');
    case 'with-moderator':
      return message('history.withModerator');
    case 'completed': {
      const points = event.points ?? '';
      return message('history.completed', {
        hasPoints: points !== '',
        points: String(points),
        n: pluralCount(points),
      });
    }
    case 'archived':
      return message('history.archived');
    case 'received':
      return message('history.received');
  }
}

/** The message of what happened. An event of another version is shown by its name. */
export function historyMessage({ what, details }: Pick<StoredHistoryEntry, 'what' | 'details'>): Message {
  const event = historyEventSchema.safeParse({ ...details, what });
  return event.success ? messageOf(event.data) : verbatim(what);
}

/** One line of a report's history. */
export const historyLine = (entry: StoredHistoryEntry): HistoryEntry => ({
  at: entry.at,
  ...((entry.times ?? 1) > 1 && { until: entry.until, times: entry.times }),
  message: historyMessage(entry),
});
