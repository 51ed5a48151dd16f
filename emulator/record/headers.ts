// What a proxy changes in headers: those of one connection end here (RFC 9110 §7.6.1), and addresses of the proxy become those
// of the service, so that a browser stays on the proxy. Only addresses below that of the service are translated.

const hopByHop: ReadonlySet<string> = new Set(
  'connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

/** Node has answered `Expect` before the request came here. */
const answeredHere: ReadonlySet<string> = new Set(['host', 'expect']);

type Change = (name: string, value: string) => string;

/** Alternating names and values, in their order and spelling. */
export function requestHeaders(raw: readonly string[], host: string, change: Change): string[] {
  return ['Host', host, ...endToEnd(raw, change, answeredHere)];
}

export function responseHeaders(raw: readonly string[], change: Change): string[] {
  return endToEnd(raw, change, new Set());
}

function endToEnd(raw: readonly string[], change: Change, others: ReadonlySet<string>): string[] {
  const named = new Set(valuesOf(raw, 'connection').flatMap((value) => value.toLowerCase().split(/[\s,]+/)));
  const kept: string[] = [];
  for (const [name, value] of pairsOf(raw)) {
    const plain = name.toLowerCase();
    if (hopByHop.has(plain) || others.has(plain) || named.has(plain)) continue;
    kept.push(name, change(plain, value));
  }
  return kept;
}

export function* pairsOf(raw: readonly string[]): Generator<[name: string, value: string]> {
  for (let at = 0; at + 1 < raw.length; at += 2) yield [raw[at]!, raw[at + 1]!];
}

const valuesOf = (raw: readonly string[], wanted: string): string[] =>
  [...pairsOf(raw)].filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);

export type UpstreamAddress = {
  /** Without a trailing slash. */
  readonly url: string;
  readonly origin: URL;
  /** The path and query to request from the service. */
  target(requested: string): string;
  /** The value of a Location, for the client. */
  location(value: string): string;
  /** The value of a Set-Cookie, for the client. */
  cookie(value: string): string;
  /** The value of a request header, for the service. */
  requestHeader(name: string, value: string): string;
};

/** @param proxy the base URL of the proxy, without a trailing slash */
export function createUpstreamAddress(given: string, proxy: () => string): UpstreamAddress {
  const origin = new URL(given);
  const base = origin.pathname.replace(/\/+$/, '');
  const url = origin.origin + base;

  /** The rest of a path below the base, or null. */
  const below = (path: string): string | null =>
    path.startsWith(base) && /^(?:[/?#]|$)/.test(path.slice(base.length)) ? path.slice(base.length) : null;

  return {
    url,
    origin,
    target(requested) {
      if (requested === '*') return requested;
      const path = requested.replace(/^https?:\/\/[^/?#]*/i, '').split('#', 1)[0]!;
      return base + (path.startsWith('/') ? path : `/${path}`);
    },
    location(value) {
      const [authority = '', scheme = origin.protocol] = /^(https?:)?\/\/[^/?#]*/i.exec(value) ?? [];
      const isRooted = authority === '' && value.startsWith('/');
      if (authority === '' && !isRooted) return value;
      if (authority !== '') {
        const absolute = authority.startsWith('//') ? scheme + authority : authority;
        if (!URL.canParse(absolute) || new URL(absolute).origin !== origin.origin) return value;
      }
      const path = value.slice(authority.length);
      const rest = below(path);
      // It points outside what the proxy serves.
      if (rest === null) return isRooted ? origin.origin + path : value;
      return proxy() + rest;
    },
    cookie(value) {
      const [pair = '', ...attributes] = value.split(';');
      // A prefix of the name requires `Secure`; browsers accept it from this computer.
      const isPlain = proxy().startsWith('http:') && !/^\s*__(?:Secure|Host)-/i.test(pair);
      const path = new URL(proxy()).pathname.replace(/\/$/, '');
      const kept = attributes.flatMap((attribute) => {
        const [, name = '', argument = ''] = /^\s*([^=\s]*)\s*=?\s*(.*)$/s.exec(attribute) ?? [];
        switch (name.toLowerCase()) {
          case 'domain':
            return [];
          case 'secure':
            return isPlain ? [] : [attribute];
          case 'samesite':
            return isPlain && argument.toLowerCase() === 'none' ? [] : [attribute];
          case 'path':
            return [` Path=${path + (below(argument) ?? argument) || '/'}`];
          default:
            return [attribute];
        }
      });
      return [pair, ...kept].join(';');
    },
    requestHeader(name, value) {
      if (name === 'origin') return value === new URL(proxy()).origin ? origin.origin : value;
      if (name !== 'referer') return value;
      return value.startsWith(`${proxy()}/`) || value === proxy() ? url + value.slice(proxy().length) : value;
    },
  };
}
