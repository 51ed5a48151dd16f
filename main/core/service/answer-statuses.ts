// What the statuses mean that the service's document does not name: those of HTTP (RFC 9110), of nginx (494–499) and of
// Cloudflare (520–526), which a server in front of the service sends. The one table for
// them.

import type { StatusSentence } from '../messages/failures.ts';

export type StatusMeaning = {
  /** `nothing`: by its definition, the request was not carried out. */
  readonly done: 'nothing' | 'unknown';
  /** `retry`: later, by itself. `hold`: every report waits for a fix. `reject`: this report is not uploaded again. */
  readonly next: 'retry' | 'hold' | 'reject';
  /** What the pilot is told (answerFailure). */
  readonly sentence: StatusSentence;
};

const row = (
  done: StatusMeaning['done'],
  next: StatusMeaning['next'],
  sentence: StatusSentence,
  ...statuses: readonly number[]
) => statuses.map((status): [number, StatusMeaning] => [status, { done, next, sentence }]);

const meanings: ReadonlyMap<number, StatusMeaning> = new Map([
  // 408: the request did not arrive in time. 499: its sender had left. 504, 522, 524: the service did not answer in time.
  ...row('unknown', 'retry', 'timed-out', 408, 499, 504, 522, 524),
  // 502, 520: an answer that the gateway could not use. 421: sent to the wrong server, which may have passed it on.
  ...row('unknown', 'retry', 'gateway', 421, 502, 520),
  // 521, 523, 525, 526: no connection to the service was made.
  ...row('nothing', 'retry', 'gateway', 521, 523, 525, 526),
  // RFC 9110 §15.6.4: nothing was started.
  ...row('nothing', 'retry', 'service-error', 503),
  ...row('nothing', 'reject', 'too-large', 413),
  ...row('nothing', 'reject', 'wrong-kind', 415),
  // A length is missing (411), the address (414) or the headers (431, 494) are too long, the token is not valid (498).
  ...row('nothing', 'hold', 'request-refused', 411, 414, 431, 494, 498),
  // A certificate of the client is wrong (495) or missing (496), or http was used in place of https (497).
  ...row('nothing', 'hold', 'certificate', 495, 496, 497),
  ...row('nothing', 'hold', 'legal', 451),
]);

/** Null for a status that says nothing more than its class does. */
export const statusMeaning = (status: number): StatusMeaning | null => meanings.get(status) ?? null;
