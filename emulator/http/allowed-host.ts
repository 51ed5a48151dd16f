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

const hostForm = /^(\[[\da-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i;

export function createHostRule({ host, allowedHosts, publicUrl }: HostRuleParts): HostRule {
  const isOpen = !isLoopbackAddress(host);
  const listed = new Set(allowedHosts.map((name) => name.toLowerCase()));
  if (publicUrl !== null) listed.add(new URL(publicUrl).hostname.toLowerCase());
  const isMapped = isOpen || listed.size > 0;

  return ({ raw }) => {
    const [, named = '', port] = hostForm.exec(raw.headers.host ?? '') ?? [];
    const name = named.toLowerCase();
    if (listed.has(name)) return null;
    if (isOpen && isUnregistrable(name)) return null;
    // A container or a proxy may map the port; without them, it is ours. An injected request has no port to compare with.
    const { localPort } = raw.socket;
    const isOurPort = isMapped || port === undefined || !localPort || Number(port) === localPort;
    if (loopbackNames.has(name) && isOurPort) return null;
    return isOpen || listed.size > 0
      ? `The host name ${shown(name)} is not allowed; start the emulator with --allowed-host NAME.`
      : 'The emulator is only available at 127.0.0.1 or localhost; --host and --allowed-host change that.';
  };
}

const isLoopbackAddress = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** IP addresses, names without a dot (such as those of Docker Compose), and those that containers use for their host. */
function isUnregistrable(name: string): boolean {
  if (name === '') return false;
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !name.includes('.') || containerNames.has(name);
}

const mostShown = 80;

const shown = (name: string): string =>
  /^[\w.-]+$/.test(name) ? (name.length > mostShown ? `${name.slice(0, mostShown)}…` : name) : 'of this request';
