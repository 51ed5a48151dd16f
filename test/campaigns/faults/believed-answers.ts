// Which answers a client believes: after them the service must not have carried out the request.

/** If flights cannot be read, a 503 is believed: sent after the request was carried out, it would be a lie. */
export const isBelieved = (status: number, isStrict: boolean) => status === 429 || (isStrict && status === 503);

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
