// The sentences of the decision log. The database keeps a rule and its figures; here is the one place that speaks.
import type { DecisionRule } from './decision-log.ts';
import { megabytes } from '../messages/failures.ts';
import { dateWords, momentWords } from '../messages/date-format.ts';
import type { StoredDecision } from '../storage/tables/log/decisions.ts';

type Telling = { readonly figures: StoredDecision['figures']; readonly name: string; readonly now: number };

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
/** Below a megabyte in kilobytes. */
const sizeWords = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : megabytes(bytes);
const small = (value: unknown) => (text(value) ? ` (${text(value)})` : '');
/** A whole sentence of the catalogue as a part of a line: without the name that the line is about, and without its full stop. */
const clause = ({ figures, name }: Telling) => {
  const message = text(figures['message']) || 'it was looked at and passed over';
  const [first = ''] = message.split(/(?<=\.) (?=[A-Z])/);
  const short = first.replace(/\.$/, '');
  const plain = short.startsWith(`${name} `) ? `it ${short.slice(name.length + 1)}` : short;
  return plain.replace(/^it is not taken: /, '').replace(/, so it is not taken$/, '');
};

const sentences: Readonly<Record<DecisionRule, (telling: Telling) => string>> = {
  growing: ({ figures }) =>
    typeof figures['bytes'] === 'number' && figures['bytes'] > 0
      ? `seen and read, ${sizeWords(figures['bytes'])} so far`
      : 'seen and read',
  waiting: (telling) => `not yet: ${clause(telling)}`,
  'passed-over': (telling) => `passed over: ${clause(telling)}`,
  existing: () => 'left: it was there before the folder was watched',
  'other-name': () => "left: its name is not one that the folder's rule takes",
  'carried-over': ({ figures }) =>
    figures['from']
      ? `the same file as ${text(figures['from'])}, under another name`
      : 'the same content as before; only its time of change is new',
  gone: () => 'no longer in the folder',
  added: ({ figures }) => (figures['held'] ? 'taken, and held' : 'taken, safe in the queue'),
  'same-content': (telling) => `left: same content as ${twin(telling)}`,
  rejected: (telling) => `not taken: ${clause(telling)}${small(telling.figures['code'])}`,
  later: (telling) => `not kept yet: ${clause(telling)}${small(telling.figures['code'])}`,
  watched: () => 'the folder is watched from here on',
  unwatched: () => 'the folder is no longer watched',
  'folder-away': (telling) => `the folder is not there: ${clause(telling)}`,
  'folder-back': () => 'the folder is there again',
  'signed-in': ({ figures }) => `${text(figures['name']) || 'a pilot'} is signed in`,
  'signed-out': () => 'nobody is signed in',
};

/** `report 4711, uploaded 12 May`: what it was when it was decided. */
function twin({ figures, now, name }: Telling): string {
  const flight = text(figures['flightId']);
  const at = figures['uploadedAt'];
  const other = text(figures['name']);
  const named = other && other !== name ? ` (${other})` : '';
  if (!flight) return `${other && other !== name ? other : 'the same picture'}, which is in the queue already`;
  const day = typeof at === 'number' ? (dateWords(at, now) ?? `today at ${momentWords(at, now)}`) : null;
  return `report ${flight}${named}${day === null ? '' : `, uploaded ${day}`}`;
}

/** One decision as a clause. A rule from a newer version is shown as it is. */
export const decisionMessage = (decision: StoredDecision, name: string, now: number): string =>
  Object.hasOwn(sentences, decision.rule)
    ? sentences[decision.rule as DecisionRule]({ figures: decision.figures, name, now })
    : decision.rule;
