// Parses the redirect address as a person pastes it: copied from an address bar, a mail, or a terminal that breaks
// lines. Pure.
import { failed, ok, type Result } from '../../../contract/failure.ts';
import { failures } from '../../messages/failures.ts';
import { isAnswerTo, type AuthorizationRequest } from '../oauth/authorization-request.ts';

/**
 * Returns the parameters of the answer. An address that is not the answer to this request fails and changes nothing.
 */
export function readPastedRedirect(request: AuthorizationRequest, text: string): Result<URLSearchParams> {
  const given = addressIn(text);
  const expected = new URL(request.redirectUri);
  if (given?.protocol !== 'http:' || given.hostname !== expected.hostname || given.pathname !== expected.pathname)
    return failed(failures.pastedAddressWrong());
  if (!given.searchParams.has('code') && !given.searchParams.has('error')) return failed(failures.pastedAddressWrong());
  if (given.port !== expected.port || !isAnswerTo(request, given.searchParams))
    return failed(failures.pastedAddressOfOther());
  return ok(given.searchParams);
}

/** An answer's address has no spaces, quotes or angle brackets; browsers show it without its scheme. */
function addressIn(text: string): URL | null {
  const bare = text.replaceAll(/[\s"'<>]/g, '');
  const address = bare.startsWith('127.0.0.1') ? `http://${bare}` : bare;
  return URL.canParse(address) ? new URL(address) : null;
}
