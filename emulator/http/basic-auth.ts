// The Authorization header of HTTP Basic.

import { readingsOf } from './form.ts';

const mostColons = 8;

/** Returns every possible pair of client ID and secret (rule 15), that of RFC 6749 §2.3.1 first. */
export function readBasic(authorization: string): [string, string][] {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  // An unencoded ID may contain colons, so there may be several ways to split.
  const splits = [...text.matchAll(/:/g)].slice(0, mostColons).map(({ index }) => index);
  return splits.flatMap((at) =>
    readingsOf(text.slice(0, at)).flatMap((id) =>
      readingsOf(text.slice(at + 1)).map((secret): [string, string] => [id, secret]),
    ),
  );
}
