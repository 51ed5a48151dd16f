// The messages of the decision log. The database keeps a rule and its figures; this table turns them into messages.
import type { DecisionRule } from './decision-log.ts';
import { message, storedMessage, verbatim, type Message } from '../../messages/message.ts';
import type { Figures, StoredDecision } from '../storage/tables/log/decisions.ts';

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
/** A decision that was made for a failure holds its message. */
const givenReason = (figures: Figures, name: string): Message =>
  figures['message'] ? storedMessage(figures['message']) : message('failure.fileSkipped', { name });

const messages: Readonly<Record<DecisionRule, (figures: Figures, name: string) => Message>> = {
  growing: () => message('decision.growing'),
  waiting: givenReason,
  skipped: givenReason,
  existing: () => message('decision.existing'),
  'other-name': () => message('decision.otherName'),
  'carried-over': ({ from }) =>
    from ? message('decision.renamed', { from: text(from) }) : message('decision.touched'),
  gone: () => message('decision.gone'),
  added: ({ held }) => (held ? message('decision.addedOnHold') : message('decision.added')),
  'same-content': sameContent,
  rejected: givenReason,
  later: givenReason,
  watched: () => message('decision.watched'),
  unwatched: () => message('decision.unwatched'),
  'folder-away': (figures) => (figures['message'] ? storedMessage(figures['message']) : message('decision.folderAway')),
  'folder-back': () => message('decision.folderBack'),
  'signed-in': ({ name }) => message('decision.signedIn', { hasName: name ? 'yes' : 'other', name: text(name) }),
  'signed-out': () => message('decision.signedOut'),
};

/** The report that has the same image, as it was when the decision was made. */
function sameContent({ flightId, uploadedAt, name, evidence }: Figures, ownName: string): Message {
  const flight = text(flightId);
  const other = text(name) || ownName;
  if (evidence === 'unknown') return message('decision.sameAsConfirmed', { name: other });
  if (evidence === 'inferred') return message('decision.sameAsInferred', { name: other, flight });
  if (flight === '') return message('decision.sameAsQueued', { name: other });
  return typeof uploadedAt === 'number'
    ? message('decision.sameAsFlightAt', { flight, name: other, at: uploadedAt })
    : message('decision.sameAsFlight', { flight, name: other });
}

/** The message of a decision about the file `name`. A rule of a newer version is shown as it is. */
export const decisionMessage = ({ rule, figures }: StoredDecision, name: string): Message =>
  Object.hasOwn(messages, rule) ? messages[rule as DecisionRule](figures, name) : verbatim(rule);
