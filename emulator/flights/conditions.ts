// A8: the conditions of a request to the flights, in the order in which they are checked; the first that holds answers.
// The list is asked twice for an upload: before its body, and again when the body is there. What can change meanwhile
// is the wait, as another upload may have arrived.

import { sizeInWords } from '../journal/wording.ts';
import type { Access } from '../oauth/grants.ts';
import type { Scope } from '../oauth/scopes.ts';
import type { ReceivedFile, ReportBody } from './report/report-body.ts';
import type { EmulatorSettings } from '../options/option-table.ts';

export type ImageRules = Pick<EmulatorSettings, 'jpegLs' | 'nulInNames'>;

export interface Attempt {
  kind: 'read' | 'upload';
  scope: Scope;
  access: Access | null;
  /** Room in the minute, taken once. */
  room: Wait;
  /** The wait between uploads; asked only when nothing before it holds, as asking may restart it (A11). */
  gap: () => Wait;
  /** Null until it has been received. */
  body: ReportBody | null;
  /** What is taken for an image. */
  rules: ImageRules;
}

/** Whether there is a wait, and for the journal why. */
export type Wait = { allowed: true } | { allowed: false; waitMs: number; why: string };

export interface Condition {
  detail:
    | 'unauthorized'
    | 'insufficient_scope'
    | 'write_not_enabled'
    | 'rate_limit_exceeded'
    | 'too_fast'
    | 'missing_file'
    | 'invalid_file'
    | 'file_too_large';
  status: 400 | 401 | 403 | 413 | 429;
  /** True, or how long to wait until it does not hold any more and why. */
  holds(attempt: Attempt): boolean | { waitMs: number; why: string };
  /** For the journal, with figures. */
  why?(attempt: Attempt): string;
}

export const conditions: readonly Condition[] = [
  { detail: 'unauthorized', status: 401, holds: ({ access }) => access === null },
  {
    detail: 'insufficient_scope',
    status: 403,
    holds: ({ access, scope }) => !access?.token.scopes.includes(scope),
    why: ({ access, scope }) => `${scope} is required, the token has ${access?.token.scopes.join(' ') || 'none'}`,
  },
  {
    detail: 'write_not_enabled',
    status: 403,
    holds: ({ kind, access }) => kind === 'upload' && !access?.application.writeEnabled,
    why: ({ access }) => `${access?.application.clientId} has no write-access subscription`,
  },
  { detail: 'rate_limit_exceeded', status: 429, holds: ({ room }) => waitOf(room) },
  { detail: 'too_fast', status: 429, holds: ({ kind, gap }) => kind === 'upload' && waitOf(gap()) },
  {
    detail: 'missing_file',
    status: 400,
    holds: ({ body }) => body?.outcome === 'missing' || body?.outcome === 'gone',
    why: ({ body }) => (body?.outcome === 'missing' ? body.why : 'the client disconnected'),
  },
  {
    detail: 'invalid_file',
    status: 400,
    holds: ({ body, rules }) =>
      body?.outcome === 'unusable' || (body?.outcome === 'received' && whyNoImage(body.file, rules) !== null),
    why: ({ body, rules }) =>
      body?.outcome === 'unusable'
        ? body.why
        : ((body?.outcome === 'received' ? whyNoImage(body.file, rules) : null) ?? ''),
  },
  // A13 is no condition of the document: a file that is too long is let go before anything else is known of it.
  {
    detail: 'file_too_large',
    status: 413,
    holds: ({ body }) => body?.outcome === 'too-large',
    why: ({ body }) => (body?.outcome === 'too-large' ? `more than ${sizeInWords(body.maxFileBytes)}` : ''),
  },
];

export interface Holding {
  condition: Condition;
  waitMs: number | null;
  /** For the journal; null where only whoever let nobody in knows. */
  why: string | null;
}

export function firstThatHolds(attempt: Attempt): Holding | null {
  for (const condition of conditions) {
    const holds = condition.holds(attempt);
    if (holds === true) return { condition, waitMs: null, why: condition.why?.(attempt) ?? null };
    if (holds !== false) return { condition, ...holds };
  }
  return null;
}

const waitOf = (wait: Wait) => !wait.allowed && { waitMs: wait.waitMs, why: wait.why };

/** A14: the name's extension and the first bytes both say PNG or JPEG, and agree: null, or why not. */
function whyNoImage({ fileName, kind }: ReceivedFile, { jpegLs, nulInNames }: ImageRules): string | null {
  // A28: where the name ends is another place for a program in C.
  if (fileName.includes('\0') && !nulInNames) return 'the file name contains NUL';
  // A27.
  const isJpeg = kind === 'jpeg' || (kind === 'jpeg-ls' && jpegLs);
  // Short and of letters, or it is no extension but something that somebody wrote.
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(fileName)?.[1]?.toLowerCase();
  if (extension === 'png' ? kind === 'png' : (extension === 'jpg' || extension === 'jpeg') && isJpeg) return null;
  const name = extension === undefined ? 'has no extension' : `ends in ${extension}`;
  return `the name ${name}, the first bytes are ${kind === null ? 'neither PNG nor JPEG' : kind.toUpperCase()}`;
}
