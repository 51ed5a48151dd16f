// Parses proxy settings: environment variables (HTTPS_PROXY and others, in both cases) and a system's answer (PAC).
// Pure. A proxy's address may contain a password: it is never shown or logged.
import { BlockList, isIP } from 'node:net';
import type { ProxyRoute } from '../ports.ts';

export const direct: ProxyRoute = { kind: 'direct' };

/** A service on this computer is reached directly, regardless of the proxy settings. */
export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const host = bareHost(new URL(address).hostname);
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Lower case before upper case, the scheme's own variable before ALL_PROXY, NO_PROXY before all, as in curl. */
export function environmentRoute(environment: Environment, address: string): ProxyRoute {
  const url = new URL(address);
  const variable = (name: string) => environment[name.toLowerCase()] ?? environment[name.toUpperCase()] ?? '';
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const [proxy, by] = variable(name).trim()
    ? [variable(name).trim(), name]
    : [variable('ALL_PROXY').trim(), 'ALL_PROXY'];
  if (proxy === '' || isSpared(url, variable('NO_PROXY'))) return direct;
  const found = proxyAddress(proxy);
  return found === null ? { kind: 'unusable', what: by } : { kind: 'proxy', address: found };
}

/** A name matches itself and its subdomains; `*` everything; addresses themselves or a range; a port narrows it. */
function isSpared(url: URL, list: string): boolean {
  const host = bareHost(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list.split(/[\s,]+/).some((entry) => {
    // An IPv6 address has a port only behind brackets.
    const [, inBrackets, plain, wantedPort] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
    const name = (inBrackets ?? plain ?? entry).toLowerCase().replace(/\.$/, '');
    if (wantedPort !== undefined && wantedPort !== port) return false;
    if (name === '*') return true;
    if (name.includes('/')) return isInRange(host, name);
    if (name.startsWith('*.')) return host.endsWith(name.slice(1));
    const wanted = name.replace(/^\./, '');
    return wanted !== '' && (host === wanted || (isIP(host) === 0 && host.endsWith(`.${wanted}`)));
  });
}

function isInRange(host: string, range: string): boolean {
  const [network = '', prefix = ''] = range.split('/');
  const family = isIP(host);
  const most = family === 4 ? 32 : 128;
  if (family === 0 || isIP(network) !== family || !/^\d{1,3}$/.test(prefix) || Number(prefix) > most) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const block = new BlockList();
  block.addSubnet(network, Number(prefix), type);
  return block.check(host, type);
}

/**
 * A system's answer for an address, in order of preference: `PROXY host:port; SOCKS5 host:port; DIRECT`. SOCKS version
 * 4 is not supported.
 */
export function routesOfPac(answer: string): ProxyRoute[] {
  const routes = answer.split(';').flatMap((part): ProxyRoute[] => {
    const [word = '', where = ''] = part.trim().split(/\s+/);
    const scheme = pacSchemes[word.toUpperCase()];
    if (word === '') return [];
    if (word.toUpperCase() === 'DIRECT') return [direct];
    const address = scheme === undefined ? null : proxyAddress(`${scheme}://${where}`);
    return [
      address === null ? { kind: 'unusable', what: `the system (${word.slice(0, 12)})` } : { kind: 'proxy', address },
    ];
  });
  return routes.length === 0 ? [direct] : routes;
}

const pacSchemes: Readonly<Record<string, string | undefined>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
};

/** A proxy's address for undici, or null. Without a scheme it is an HTTP proxy. */
function proxyAddress(text: string): string | null {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const address = whole.replace(/^socks5?h?:\/\//i, 'socks5://');
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, username, password } = new URL(address);
  if (!['http:', 'https:', 'socks5:'].includes(protocol) || hostname === '') return null;
  try {
    decodeURIComponent(username + password);
  } catch {
    return null;
  }
  return address;
}

const bareHost = (hostname: string) =>
  hostname
    .toLowerCase()
    .replace(/^\[(.+)\]$/, '$1')
    .replace(/\.$/, '');
