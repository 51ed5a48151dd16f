// A8: the conditions of a request to the flights, in the order in which they are checked; the first that holds answers.
// The list is asked twice for an upload: before its body, and again when the body is there. What can change meanwhile
// is the wait, as another upload may have arrived.

import type { Access } from '../oauth/grants.ts';
import type { Scope } from '../oauth/scopes.ts';
import type { Decision } from './limits.ts';
import type { ReceivedFile, ReportBody } from './report-body.ts';

export interface Attempt {
  kind: 'read' | 'upload';
  scope: Scope;
  access: Access | null;
  /** Room in the minute, taken once. */
  room: Decision;
  /** The wait between uploads; asked only when nothing before it holds, as asking may restart it (A11). */
  gap: () => Decision;
  /** Null until it has been received. */
  body: ReportBody | null;
}

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
  /** True, or how long to wait until it does not hold any more. */
  holds(attempt: Attempt): boolean | { waitMs: number };
}

export const conditions: readonly Condition[] = [
  { detail: 'unauthorized', status: 401, holds: ({ access }) => access === null },
  { detail: 'insufficient_scope', status: 403, holds: ({ access, scope }) => !access?.token.scopes.includes(scope) },
  {
    detail: 'write_not_enabled',
    status: 403,
    holds: ({ kind, access }) => kind === 'upload' && !access?.application.writeEnabled,
  },
  { detail: 'rate_limit_exceeded', status: 429, holds: ({ room }) => waitOf(room) },
  { detail: 'too_fast', status: 429, holds: ({ kind, gap }) => kind === 'upload' && waitOf(gap()) },
  { detail: 'missing_file', status: 400, holds: ({ body }) => body?.outcome === 'missing' || body?.outcome === 'gone' },
  {
    detail: 'invalid_file',
    status: 400,
    holds: ({ body }) => body?.outcome === 'unusable' || (body?.outcome === 'received' && !isPicture(body.file)),
  },
  // A13 is no condition of the document: a file that is too long is let go before anything else is known of it.
  { detail: 'file_too_large', status: 413, holds: ({ body }) => body?.outcome === 'too-large' },
];

export interface Holding {
  condition: Condition;
  waitMs: number | null;
}

export function firstThatHolds(attempt: Attempt): Holding | null {
  for (const condition of conditions) {
    const holds = condition.holds(attempt);
    if (holds !== false) return { condition, waitMs: holds === true ? null : holds.waitMs };
  }
  return null;
}

const waitOf = (decision: Decision) => !decision.allowed && decision;

/** A14: the name's extension and the first bytes both say PNG or JPEG, and agree. */
function isPicture({ fileName, kind }: ReceivedFile): boolean {
  const extension = /\.(png|jpe?g)$/i.exec(fileName)?.[1]?.toLowerCase();
  return kind !== null && extension !== undefined && (extension === 'png') === (kind === 'png');
}
