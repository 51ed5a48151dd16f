// The sentences of "what happened when". The database keeps a word and its figures; here is the one place that speaks.
import { codeOwner } from '../../contract/code-owner.ts';
import type { HistoryEntry } from '../../contract/strip.ts';
import { megabytes } from '../messages/failures.ts';
import type { StoredHistoryEntry } from '../storage/tables/log/history.ts';

type Details = StoredHistoryEntry['details'];
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const figure = (value: unknown) => (typeof value === 'number' ? value : 0);
/** What the service said. Codes of a connection say nothing to a pilot: the journal of calls has them. */
const small = (details: Details) => {
  const code = text(details['code']);
  return code !== '' && codeOwner(code) === 'service' ? ` (${code})` : '';
};

const sentences: Readonly<Record<string, (details: Details) => string>> = {
  added: (details) => {
    const source = details['source'] as { kind?: string; folder?: string } | undefined;
    if (source?.kind === 'folder') return `seen in folder ${text(source.folder)}, complete, safe in the queue`;
    return source?.kind === 'dropped'
      ? 'dropped here, safe in the queue'
      : 'handed over on the command line, safe in the queue';
  },
  uploading: (details) =>
    figure(details['attempt']) > 1
      ? `leaves for the service, try ${text(details['attempt'])}`
      : 'leaves for the service',
  'added-again': () => 'handed over once more; it is the same picture, so it stays one report',
  'approval-needed': () => 'waits for your word: its folder asks before a picture is sent',
  approved: () => 'you said that it is to be sent',
  declined: () => 'you said that it is not sent',
  moved: (details) => `sent, so your own file was moved to ${text(details['to'])}`,
  trashed: () => 'sent, so your own file was put into the bin',
  'not-filed': (details) => text(details['message']),
  'too-large': (details) =>
    `held: ${megabytes(figure(details['bytes']))} is more than the service takes (${megabytes(figure(details['maxBytes']))})`,
  'file-gone': () => "the companion's copy is no longer on the disk",
  'copy-damaged': () => "the companion's copy is damaged, so it was not sent",
  'copy-restored': () => 'copied once more from your own file, which is unchanged',
  uploaded: (details) => `sent; the service made it flight ${text(details['flightId'])}`,
  'answer-lost': (details) =>
    details['code'] === 'restart'
      ? 'the companion ended while it was being sent, so it is not known whether it arrived'
      : small(details) === ''
        ? 'sent, but the answer was lost'
        : `sent, but the answer does not tell whether it arrived${small(details)}`,
  'found-again': (details) => `found on the service: flight ${text(details['flightId'])}`,
  'not-added': (details) => `the service did not take it and does not say why${small(details)}`,
  'not-arrived': () => 'the service does not have it, so it goes again',
  ambiguous: () => 'more than one new report on the service could be this one',
  unclear: () => 'what the service lists does not tell whether it has it',
  'too-fast': () => 'the service asked for more time between two reports',
  'rate-limited': (details) => `the service asked for a pause${small(details)}`,
  'held-back': (details) => `the service did not take it yet${small(details)}`,
  'service-error': (details) => `the service had trouble of its own${small(details)}`,
  unreachable: (details) => `the service did not answer${small(details)}`,
  'not-understood': (details) => `the answer could not be understood${small(details)}`,
  rejected: (details) => `the service did not take it${small(details)}`,
  retried: () => 'you asked for another try',
  removed: () => 'taken off the board',
  'sent-again-by-pilot': () => 'you said that the service does not have it, so it goes again',
  'received-by-pilot': () => 'you said that the service has it',
  'owner-changed': () => 'you chose to send it as the pilot who is signed in now',
  'automatic-check': () => 'waiting for the automatic check',
  'with-moderator': () => 'automatic check passed, route filled in; with a moderator now',
  settled: (details) => (text(details['points']) ? `settled: ${text(details['points'])} points` : 'settled'),
  archived: () => 'archived by the service: it does not count',
  sent: () => 'with the service; later changes are seen on its own site',
  'found-on-service': () => 'found on the service; it was reported elsewhere',
  absent: () => 'no longer on the service',
};

/** One line of a strip's history. A word from a newer version is shown as it is. */
export const sentence = (historyEntry: StoredHistoryEntry): HistoryEntry => ({
  at: historyEntry.at,
  ...((historyEntry.times ?? 1) > 1 && { until: historyEntry.until, times: historyEntry.times }),
  message: sentences[historyEntry.what]?.(historyEntry.details) ?? historyEntry.what,
});
