// The control token comes in the fragment of the URL, which is never sent over the network. It is kept for this tab and
// removed from the URL, so that it is not in the history or in a shared link.

const kept = 'control-token';

/** Returns the token of the URL, otherwise that of this tab, otherwise null. */
export function takeToken(): string | null {
  const brought = new URLSearchParams(location.hash.slice(1)).get('token');
  if (brought === null) return sessionStorage.getItem(kept);
  history.replaceState(null, '', location.pathname + location.search);
  keepToken(brought);
  return brought;
}

export const keepToken = (token: string): void => sessionStorage.setItem(kept, token);

export const forgetToken = (): void => sessionStorage.removeItem(kept);
