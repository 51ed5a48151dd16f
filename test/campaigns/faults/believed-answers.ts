// Which answers a client believes: after them the service must not have carried out the request.

/** By their definitions nothing was done: sent after the request was carried out, they would be a lie. */
const meanNothingDone = new Set([411, 413, 414, 415, 431, 451, 494, 495, 496, 497, 498, 503, 521, 523, 525, 526]);
/** If flights can never be read, they are believed. */
export const isBelieved = (status: number, isStrict: boolean) =>
  status === 429 || (isStrict && meanNothingDone.has(status));

const refusals: Readonly<Record<string, readonly string[]>> = {
  400: 'missing_file invalid_file invalid_request invalid_client invalid_grant unsupported_grant_type'.split(' '),
  401: ['unauthorized', 'invalid_client'],
  403: ['insufficient_scope', 'write_not_enabled'],
  413: ['file_too_large'],
};
/** A code that is documented for this status, with any other members. */
const isDocumented = (status: number, body: string) => (refusals[status] ?? []).some((code) => body.includes(code));
export const storedAfter = (status: number, body: string, isStrict: boolean) =>
  isBelieved(status, isStrict) || isDocumented(status, body) ? 'no' : 'maybe';
