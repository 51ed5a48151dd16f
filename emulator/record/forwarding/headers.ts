// What a proxy changes in headers: those of one connection end here (RFC 9110 §7.6.1), and addresses of the proxy become those
// of the service.

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

export const valuesOf = (raw: readonly string[], wanted: string): string[] =>
  [...pairsOf(raw)].filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
