// Rules for requests to the window server, before any route: they refuse other pages in the same browser and rebound
// DNS names. The bridge's routes check keys themselves (bridge-routes.ts), so that no spelling of an address gets
// around it.

export type RequestOrigin = {
  readonly method: string;
  /** As in the request, without the query. */
  readonly path: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
};

/** @param authority our own, `127.0.0.1:PORT` */
export function isAllowedRequest(
  { method, path, host, origin, fetchSite, fetchMode }: RequestOrigin,
  authority: string,
): boolean {
  if (host !== authority) return false;
  if (origin !== undefined && origin !== `http://${authority}`) return false;

  const isPage = method === 'GET' && path === '/';
  // Fetch Metadata: 'none' is a person's own action (address bar, another program). A link on another site may only
  // open the page itself, which brings no key.
  const isOurs = fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
  const isNavigation = fetchMode === undefined || fetchMode === 'navigate';
  if (!isOurs && !(isPage && isNavigation)) return false;
  return fetchSite !== 'none' || isNavigation;
}
