// The rules at the door of the window server. Pure: what a request says about itself in, a verdict out.
// Another page in the same browser, another program on this machine and a rebound DNS name all meet them first.

export type Knock = {
  readonly method: string;
  /** The path alone. */
  readonly path: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
  readonly isSession: boolean;
};

export type Verdict = 'enter' | 'exchange-key' | 'ask-to-open' | 'refuse';

/** `authority` is ours: `127.0.0.1:PORT`. `key`: whether the address carries one. */
export function judge(knock: Knock, authority: string, hasKey: boolean): Verdict {
  const { method, path, host, origin, fetchSite, fetchMode } = knock;
  if (host !== authority) return 'refuse';
  if (origin !== undefined && origin !== `http://${authority}`) return 'refuse';

  const isPage = method === 'GET' && path === '/';
  // Fetch Metadata: 'none' is a person's own doing (address line, another program). A link on another site may only
  // lead to the page itself, and brings no cookie (SameSite=Strict).
  const isOurs = fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
  const isNavigation = fetchMode === undefined || fetchMode === 'navigate';
  if (!isOurs && !(isPage && isNavigation)) return 'refuse';
  if (fetchSite === 'none' && fetchMode !== undefined && fetchMode !== 'navigate') return 'refuse';

  if (isPage && hasKey) return 'exchange-key';
  if (knock.isSession) return 'enter';
  return isPage ? 'ask-to-open' : 'refuse';
}
