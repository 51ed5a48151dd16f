// The control token: comes in the fragment of the address, which never goes over the wire, is kept for this tab, and is
// taken out of the address, so that it is in no history and no shared link.

const kept = 'control-token';

/** The token that the address brings, else the one that this tab has; null where there is none. */
export function takeToken(): string | null {
  const brought = new URLSearchParams(location.hash.slice(1)).get('token');
  if (brought === null) return sessionStorage.getItem(kept);
  history.replaceState(null, '', location.pathname + location.search);
  keepToken(brought);
  return brought;
}

export const keepToken = (token: string): void => sessionStorage.setItem(kept, token);

export const forgetToken = (): void => sessionStorage.removeItem(kept);
