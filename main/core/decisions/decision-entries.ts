// Turns decisions of scans and intake, and changes of folders and accounts, into entries of the decision log. Pure,
// except for the two auditors, which remember the last entry.
import { basename } from 'node:path';
import { isInferred } from '../../contract/evidence.ts';
import type { AccountState, FolderState } from '../../contract/state.ts';
import type { DecisionEntry, DecisionLog, DecisionRule } from './decision-log.ts';
import type { Job } from '../storage/tables/job.ts';
import type { IntakeOutcome } from '../uploads/intake/copy-file.ts';
import type { Decision } from '../watch/reconcile.ts';
import { message, storedMessage, verbatim, type Message } from '../../messages/message.ts';
import type { Figures, StoredDecision } from '../storage/tables/log/decisions.ts';

/** Null: nothing to record yet. Intake records what is added. */
export function scanDecision(decision: Decision): DecisionEntry | null {
  switch (decision.kind) {
    case 'read':
    case 'wait': {
      const { message = null, file } = decision;
      if (message === null && decision.kind === 'wait') return null;
      const figures = { bytes: file.size, ...(message && { message }) };
      return { path: file.path, rule: message === null ? 'growing' : 'waiting', figures };
    }
    case 'skip':
      return { path: decision.file.path, rule: 'skipped', figures: { message: decision.message } };
    case 'existing':
    case 'other-name':
      return { path: decision.file.path, rule: decision.kind, figures: { bytes: decision.file.size } };
    case 'carry-over': {
      const isRenamed = decision.from.path !== decision.file.path;
      const { verdict } = decision.from;
      // Its old verdict stands; a touched file needs an entry only if the last one says that it is being read.
      if (!isRenamed)
        return decision.wasRead ? { path: decision.file.path, rule: 'carried-over', figures: { verdict } } : null;
      const figures = { from: basename(decision.from.path), verdict };
      return { path: decision.file.path, rule: 'carried-over', figures, from: decision.from.path };
    }
    case 'forget':
      return { path: decision.path, rule: 'gone' };
    case 'add':
    case 'compare':
      return null;
  }
}

/** A file that came as bytes has a path of ours: the log keeps its name. */
export function intakeDecision(
  file: { path: string; name: string },
  outcome: IntakeOutcome,
  job: Job | null,
): DecisionEntry {
  const path = basename(file.path) === file.name ? file.path : file.name;
  switch (outcome.kind) {
    case 'added': {
      const { jobId, sha256, held } = outcome;
      return { path, rule: 'added', sha256, jobId, figures: { jobId, ...(held && { held: held.kind }) } };
    }
    case 'duplicate': {
      const { jobId, sha256 } = outcome;
      const { name = '', state = '', flightId = null, uploadedAt = null } = job ?? {};
      const unanswered = job !== null && (isInferred(job) || job.evidence === 'unknown') && { evidence: job.evidence };
      // Scanned again after a restart: it is the report's own file.
      const isItself = job !== null && job.originalPath === file.path;
      return isItself
        ? { path, rule: 'added', sha256, jobId, figures: { jobId } }
        : {
            path,
            rule: 'same-content',
            sha256,
            jobId,
            figures: { jobId, name, state, flightId, uploadedAt, ...unanswered },
          };
    }
    case 'rejected':
    case 'later': {
      const { kind, message, code } = outcome.failure;
      const sha256 = outcome.kind === 'rejected' ? outcome.sha256 : null;
      return { path, rule: outcome.kind, sha256, figures: { kind, message, ...(code !== undefined && { code }) } };
    }
  }
}

/** As the log knows the file of a report. */
export const fileOf = ({ originalPath, name }: Job): string =>
  originalPath !== null && basename(originalPath) === name ? originalPath : name;

/** Another image of the same, such as a smaller one, was added as this report. */
export const replacedBy = ({ id, name }: Job, path: string): DecisionEntry => ({
  path,
  rule: 'replaced',
  jobId: id,
  figures: { name },
});

/** Records when a folder is watched, not watched, unavailable, or back. */
export function createFolderAuditor(decisions: Pick<DecisionLog, 'record'>) {
  const recorded = new Map<string, { path: string; isAway: boolean }>();
  return {
    /** `ids`: of all watched folders, also of one whose watch is starting again. */
    note(states: readonly FolderState[], ids: ReadonlySet<string>) {
      for (const { id, path, status, concern } of states) {
        if (status === 'starting') continue;
        const isAway = status === 'unavailable';
        const last = recorded.get(id);
        recorded.set(id, { path, isAway });
        if (!last && !isAway) decisions.record({ path, subject: 'folder', rule: 'watched' });
        if (isAway && !last?.isAway) {
          const figures = { message: concern?.message ?? null, ...(concern?.code && { code: concern.code }) };
          decisions.record({ path, subject: 'folder', rule: 'folder-away', figures });
        }
        if (last?.isAway && !isAway) decisions.record({ path, subject: 'folder', rule: 'folder-back' });
      }
      for (const [id, { path }] of recorded) {
        if (ids.has(id)) continue;
        recorded.delete(id);
        decisions.record({ path, subject: 'folder', rule: 'unwatched' });
      }
    },
  };
}

/** The log's path for sign-ins and sign-outs. */
export const accountPath = 'account';

/** Records when a pilot signs in, and when nobody is signed in. */
export function createAccountAuditor(decisions: Pick<DecisionLog, 'record'>) {
  let recorded = '';
  return (account: AccountState) => {
    // During a sign-in nothing is settled.
    if (account.status === 'signing-in') return;
    const decided: DecisionEntry =
      account.status === 'signed-in'
        ? { path: accountPath, subject: 'account', rule: 'signed-in', figures: { name: account.name } }
        : { path: accountPath, subject: 'account', rule: 'signed-out' };
    const text = JSON.stringify(decided);
    if (text === recorded) return;
    recorded = text;
    decisions.record(decided);
  };
}

// The messages of the decision log. The database keeps a rule and its figures; this table turns them into messages.

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
  replaced: ({ name }) => message('decision.replaced', { name: text(name) }),
  rejected: givenReason,
  later: givenReason,
  watched: () => message('decision.watched'),
  unwatched: () => message('decision.unwatched'),
  'folder-away': (figures) => (figures['message'] ? storedMessage(figures['message']) : message('decision.folderAway')),
  'folder-back': () => message('decision.folderBack'),
  'signed-in': ({ name }) => message('decision.signedIn', { hasName: Boolean(name), name: text(name) }),
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
