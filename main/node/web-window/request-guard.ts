// The rules at the door of the window server, before any route: what a request says about itself in, a verdict out. Pure.
// Another page in the same browser and a rebound DNS name end here. Who may use the bridge is a matter of keys, and is
// asked where the bridge's routes are (window-bridge.ts), so that no spelling of an address leads around it.

export type RequestOrigin = {
  readonly method: string;
  /** As it stands in the request, without the query. */
  readonly path: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
};

/** `authority` is ours: `127.0.0.1:PORT`. */
export function isAllowedRequest(
  { method, path, host, origin, fetchSite, fetchMode }: RequestOrigin,
  authority: string,
): boolean {
  if (host !== authority) return false;
  if (origin !== undefined && origin !== `http://${authority}`) return false;

  const isPage = method === 'GET' && path === '/';
  // Fetch Metadata: 'none' is a person's own doing (address line, another program). A link on another site may only
  // lead to the page itself, which brings no key.
  const isOurs = fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
  const isNavigation = fetchMode === undefined || fetchMode === 'navigate';
  if (!isOurs && !(isPage && isNavigation)) return false;
  return fetchSite !== 'none' || isNavigation;
}
