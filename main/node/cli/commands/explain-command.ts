// `explain`: why a file was sent, or was not; and the decision log, searched by a part of the name.
import { resolve } from 'node:path';
import type { DecisionsPage, HistoryLine } from '../../../contract/explanation.ts';
import type { Result } from '../../../contract/failure.ts';
import { exactMoment } from '../../../core/messages/date-format.ts';
import type { Opened } from '../../open-companion.ts';
import { call } from '../call.ts';
import { exitCodeOf, exitCodes } from '../exit.ts';
import type { Output } from '../output.ts';
import { text } from '../../text.ts';
import { messageFields } from '../json-lines.ts';

const MAX_LISTED = 1_000;
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

export async function explain({ companion, ports }: Opened, out: Output, file: string | undefined): Promise<number> {
  if (file === undefined) {
    out.warn('Name a file, or search the log: explain FILE, or explain --search TEXT');
    return exitCodes.usage;
  }
  const result = await call(companion, 'files.explain', { path: resolve(file) });
  if (!result.ok) return fail(out, result.failure);
  const { lines, headline, advice, name, path, state, stripId } = result.value;
  const now = ports.clock.now();
  out.say(text(headline));
  if (advice !== null) out.say(text(advice));
  const timed = lines.filter((line) => line.at !== null);
  for (const line of lines) if (line.at === null) out.say(text(line.message));
  if (timed.length > 0) out.say('');
  const wide = Math.max(0, ...timed.map((line) => exactMoment(line.at ?? 0, now).length));
  for (const line of timed)
    out.say(`${exactMoment(line.at ?? 0, now).padEnd(wide)}  ${text(line.message)}${repeated(line, now)}`);
  out.fact({
    type: 'explanation',
    name,
    path,
    state,
    headline: text(headline),
    headlineId: headline.id,
    advice: advice && text(advice),
    adviceId: advice && advice.id,
    strip: stripId,
  });
  for (const line of lines) {
    const { at, message, times, until } = line;
    out.fact({
      type: 'line',
      at: iso(at),
      ...messageFields(message),
      ...(times !== undefined && { times, until: iso(until ?? null) }),
    });
  }
  return exitCodes.done;
}

const repeated = ({ times, until }: HistoryLine, now: number) =>
  times === undefined || until === undefined ? '' : ` (${times} times, last ${exactMoment(until, now)})`;

/** Files of the log whose path has `search` in it, the one that was decided last first. */
export async function explainSearch({ companion, ports }: Opened, out: Output, search: string): Promise<number> {
  const now = ports.clock.now();
  let count = 0;
  let after: string | null = null;
  do {
    const result: Result<DecisionsPage> = await call(companion, 'files.decisions', { text: search, after, limit: 200 });
    if (!result.ok) return fail(out, result.failure);
    for (const { path, at, message, state, rule, stripId } of result.value.files) {
      count += 1;
      out.say(path);
      out.say(`  ${exactMoment(at, now)}  ${text(message)}`);
      out.fact({ type: 'file', path, state, at: iso(at), rule, ...messageFields(message), strip: stripId });
    }
    after = result.value.next;
  } while (after !== null && count < MAX_LISTED);
  if (after !== null) out.warn(`These are the ${count} that were decided last. Name more of the path to see others.`);
  if (count === 0) out.say(`No file that was ever looked at has "${search}" in its path.`);
  return exitCodes.done;
}

function fail(out: Output, failure: Parameters<Output['failure']>[0]): number {
  out.failure(failure);
  return failure.kind === 'wrong-input' ? exitCodes.usage : exitCodeOf(failure);
}
