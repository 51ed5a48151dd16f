// Lines of the request log.
import type { Call } from '../../../../main/contract/diagnostics.ts';

const one: Omit<Call, 'path'> = {
  at: 1,
  durationMs: 2,
  purpose: 'list',
  method: 'GET',
  ended: 'answered',
  status: 200,
  code: null,
  retryAfter: null,
  answerBytes: 3,
  otherThanJson: null,
};

/** One request of a profile, as it is stored. */
export const call = (profile: string, path: string) => `${JSON.stringify({ profile, ...one, path })}\n`;
