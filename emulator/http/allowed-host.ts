// Which Host a browser may use for the pages and calls that trust every client (DNS rebinding). An attacker needs a
// name that resolves to this computer, so IP addresses are safe, and so are names that public DNS cannot contain.

import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';

type HostRuleParts = {
  /** The address it listens on. */
  host: string;
  allowedHosts: readonly string[];
  /** The URL that clients use, or null. */
  publicUrl: string | null;
};

/** Returns null if the request may continue, otherwise the error message. */
export type HostRule = (request: FastifyRequest) => string | null;

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
/** What Docker and Podman call the computer that runs the container. */
const containerNames: ReadonlySet<string> = new Set(['host.docker.internal', 'host.containers.internal']);

const hostForm = /^(\[[\da-f:.]+\]|[^:[\]\s]+)(?::\d{1,5})?$/i;

export function createHostRule({ host, allowedHosts, publicUrl }: HostRuleParts): HostRule {
  const isOpen = !isLoopbackAddress(host);
  const listed = new Set(allowedHosts.map((name) => withoutPort(name).toLowerCase()));
  if (publicUrl !== null) listed.add(new URL(publicUrl).hostname.toLowerCase());

  return ({ raw }) => {
    const name = (hostForm.exec(raw.headers.host ?? '')?.[1] ?? '').toLowerCase();
    // Any port: a tunnel or a proxy may have its own.
    if (loopbackNames.has(name) || listed.has(name)) return null;
    if (isOpen && isUnregistrable(name)) return null;
    return `The host name ${shown(name)} is not allowed; start the emulator with --allowed-host NAME, or with --public-url URL for a proxy.`;
  };
}

/** A name as in a URL may be given with its port, which does not matter. */
export const withoutPort = (name: string): string => name.replace(/:\d{1,5}$/, '');

const isLoopbackAddress = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** IP addresses, names without a dot (such as those of Docker Compose), and those that containers use for their host. */
function isUnregistrable(name: string): boolean {
  if (name === '') return false;
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !name.includes('.') || containerNames.has(name);
}

const shown = (name: string): string => (/^[\w.-]+$/.test(name) ? name : 'of this request');
