// Does what the window's page does with its address, for tests without a browser.
import type { WindowServer } from '../../main/node/web-window/server.ts';
import { createHttpBridge } from '../../renderer/bridge/http.ts';
import { createWindowSession, takeKeyOfAddress } from '../../renderer/bridge/window-session.ts';

type Get = (path: string, init?: RequestInit) => Promise<Response>;

/** Exchanges the key of an address; returns the raw answer. */
export const spendKey = (address: string, url: string, key = keyOf(url)) =>
  fetch(`${address}/bridge/open`, { method: 'POST', headers: { 'x-pilot-companion-key': key } });

export const keyOf = (url: string) => new URL(url).hash.slice('#key='.length);

/** A session, and requests that use it. */
export async function enterWindow({ address, url }: Pick<WindowServer, 'address' | 'url'>) {
  const answer = (await (await spendKey(address, url)).json()) as { value: { session: string; proofKey: string } };
  const { session, proofKey } = answer.value;
  const get: Get = (path, init = {}) =>
    fetch(address + path, {
      ...init,
      headers: { 'x-pilot-companion-session': session, ...(init.headers as Record<string, string>) },
    });
  return { session, proofKey, get };
}

/** A browser tab: its memory across reloads. */
export function createTab() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

type Opened = {
  readonly url: string;
  readonly tab?: ReturnType<typeof createTab>;
  /** The host that answers; by default the address's own. */
  readonly answer?: (address: string, init: RequestInit) => Promise<Response>;
  readonly save?: (file: Blob, name: string) => void;
  readonly after?: (delayMs: number, action: () => void) => () => void;
};

const alwaysVisible = { isHidden: () => false, onChange: () => () => {} };

/** The bridge as the page creates it. */
export function openBridge({ url, tab = createTab(), answer, after = () => () => {}, save = () => {} }: Opened) {
  const location = new URL(url);
  const request = answer ?? ((address, init) => fetch(new URL(address, url), init));
  const session = createWindowSession({
    fetch: request,
    takeKey: () => takeKeyOfAddress(location, { replaceState: () => void (location.hash = '') }),
    storage: tab,
    crypto,
  });
  return { ...createHttpBridge({ fetch: request, session, tab: alwaysVisible, after, save }), session };
}
