// The window's way to its process: what the desktop's preload put there, else HTTP.
import type { Bridge } from '../../main/contract/bridge.ts';
import { createHttpBridge } from './http.ts';
import { steadyLink } from './link.ts';
import type { Link } from './link.ts';
import { parseBridge } from './parsed-bridge.ts';

declare global {
  interface Window {
    /** Set by the desktop's preload. */
    readonly pilotCompanion?: Bridge;
  }
}

export function findBridge(): { bridge: Bridge; link: Link } {
  if (window.pilotCompanion) return { bridge: parseBridge(window.pilotCompanion), link: steadyLink };
  const { bridge, link } = createHttpBridge({
    fetch: (address, init) => fetch(address, init),
    openEvents: (address) => new EventSource(address),
  });
  return { bridge: parseBridge(bridge), link };
}
