// The control token comes in the fragment of the URL, which is never sent over the network. It is kept for this tab and
// removed from the URL, so that it is not in the history or in a shared link.

const storageKey = 'control-token';

/** Returns the token of the URL, otherwise that of this tab, otherwise null. */
export function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return sessionStorage.getItem(storageKey);
  history.replaceState(null, '', location.pathname + location.search);
  keepToken(token);
  return token;
}

export const keepToken = (token: string): void => sessionStorage.setItem(storageKey, token);

export const forgetToken = (): void => sessionStorage.removeItem(storageKey);
