// Formats the journal as HAR 1.2, which browsers and proxies open. Secrets are masked as in the journal.

import { STATUS_CODES } from '../http/node-http.ts';
import type { JournalDetail, JournalMessage } from '../api-types.ts';
import { version } from '../version.ts';

/** @param address the base URL of the service, without a trailing slash */
export const asHar = (details: Iterable<JournalDetail>, address: string) => ({
  log: {
    version: '1.2',
    creator: { name: 'pilot-companion-emulator', version },
    // The format cannot express what was not HTTP.
    entries: [...details].filter(({ method }) => method !== '?').map((detail) => entryOf(detail, address)),
  },
});

export type Har = ReturnType<typeof asHar>;

/** As JSON, in pieces: a whole text could be longer than a string may be. */
export function* harText({ log: { entries, ...log } }: Har): Generator<string> {
  yield `{"log":${JSON.stringify(log).slice(0, -1)},"entries":[`;
  for (const [index, entry] of entries.entries()) yield (index === 0 ? '' : ',') + JSON.stringify(entry);
  yield ']}}';
}

/** The journal does not keep the version; Node serves no other. */
const httpVersion = 'HTTP/1.1';

function entryOf(detail: JournalDetail, address: string) {
  const { at, durationMs, method, path, query, status, request, answer, rule, hint, outcome } = detail;
  // -1: not known.
  const shared = { httpVersion, cookies: [], headersSize: -1 };
  const time = durationMs ?? 0;
  return {
    startedDateTime: at,
    time,
    request: {
      ...shared,
      method,
      url: `${address}${path}${query === '' ? '' : `?${query}`}`,
      headers: pairsOf(request.headers),
      queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
      ...(request.body !== null && { postData: { mimeType: typeOf(request), text: request.body } }),
      bodySize: request.bodyBytes,
    },
    response: {
      ...shared,
      // 0, as browsers have it: no response arrived.
      status: answer === null ? 0 : (status ?? 0),
      statusText: (answer !== null && STATUS_CODES[status ?? 0]) || '',
      headers: pairsOf(answer?.headers ?? {}),
      content: {
        size: answer?.bodyBytes ?? 0,
        mimeType: answer === null ? '' : typeOf(answer),
        ...(answer?.body != null && { text: answer.body }),
      },
      redirectURL: answer?.headers['location'] ?? '',
      bodySize: answer?.bodyBytes ?? 0,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: [outcome, rule, hint].filter((text) => text !== null).join('; '),
  };
}

const typeOf = ({ headers }: JournalMessage): string => headers['content-type'] ?? '';

const pairsOf = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => ({ name, value }));
