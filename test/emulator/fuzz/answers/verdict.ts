// Returns what is wrong with one conversation, if anything, by invariants that hold for any input.

import type { Received } from './conversation.ts';
import { whyUndocumented, pathIn } from './documented-answers.ts';
import type { FuzzCase } from '../cases/fuzz-case.ts';
import { readAnswers, readRequests } from './http-framing.ts';
import type { ReadRequests } from './http-framing.ts';

export type Verdict = {
  /** The answers, for the statistics. */
  statuses: number[];
  /** Its kind, so that shrinking keeps to it, and its description. Null if there is none. */
  finding: { kind: string; message: string } | null;
};

/** How many answers must arrive while the sender's side is still open. */
export const answersOwed = (bytes: Buffer): number => readRequests(bytes).whole.length;

export function judge(one: FuzzCase, sent: Buffer, received: Received, secrets: readonly string[]): Verdict {
  const requests = readRequests(sent);
  const methods = requests.whole.map(({ method }) => method);
  const answers = readAnswers(received.bytes, methods);
  const statuses = answers.whole.map(({ status }) => status);
  const finding = (kind: string, message: string): Verdict => ({ statuses, finding: { kind, message } });

  const fault = answers.whole.find(({ status, body }) => status >= 500 && !isUnbuilt(body));
  if (fault !== undefined)
    return finding('5xx', `The answer is ${fault.status}: ${fault.body.toString().slice(0, 200)}`);
  if (answers.rest.length > 0) {
    return finding(
      'garbled',
      `The answer cannot be read as HTTP: ${JSON.stringify(answers.rest.toString('latin1').slice(0, 200))}`,
    );
  }
  // After an answer that closes the connection, nothing more is expected.
  const isClosing = answers.whole.at(-1)?.headers.some(([name, value]) => name === 'connection' && value === 'close');
  const owed = isClosing ? statuses.length : requests.whole.length;
  if (received.isLate && statuses.length < owed) {
    return finding('silence', `${owed} whole requests got ${statuses.length} answers while the sender waited.`);
  }
  if (received.end === 'open')
    return finding('open', 'The connection stays open though the sender has ended its side.');
  // A client that is cut off while sending may miss the answer (and a connection that ends early owes nothing more).
  const isCutOff = received.end === 'reset' || !received.isAllSent;
  if (statuses.length < owed && !isCutOff) {
    return finding('missing', `${owed} whole requests got ${statuses.length} answers.`);
  }
  if (statuses.length === 0 && isMeant(requests) && !isCutOff) return finding('missing', 'There is no answer at all.');
  const most = requests.whole.length + mostAnswersTo(requests);
  if (statuses.length > most)
    return finding('too many', `${statuses.length} answers came where at most ${most} are owed.`);

  for (const [index, answer] of answers.whole.entries()) {
    const request = requests.whole[index] ?? null;
    const why = whyUndocumented(request, answer, one.place);
    if (why !== null) return finding(`undocumented ${answer.status}`, `${why}.`);
    // The consent page and its redirects echo the application's own request.
    if (request !== null && pathIn(request.target) === '/oauth/authorize') continue;
    const text = `${JSON.stringify(answer.headers)}${answer.body.toString('latin1')}`;
    if (secrets.some((secret) => text.includes(secret))) return finding('echo', 'The answer repeats a secret.');
  }
  return { statuses, finding: null };
}

/** The console's page shows this if it was never built, regardless of the input. */
const isUnbuilt = (body: Buffer): boolean => body.includes('The console is not built');

/** Whether the input is more than empty lines. After an upgrade request Node doesn't wait for a body. */
const isMeant = ({ whole, rest }: ReadRequests) =>
  whole.length > 0 || (rest.length > 0 && !/upgrade/i.test(rest.toString('latin1')));

/**
 * Input that is not a complete request gets one answer, or one for each request line that a more lenient reader could
 * find.
 */
const mostAnswersTo = ({ rest }: ReadRequests): number =>
  rest.length === 0 ? 0 : rest.toString('latin1').split(' HTTP/').length;
