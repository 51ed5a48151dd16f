// `explain`: why a file was uploaded or not, and a search in the decision log.
import { resolve } from 'node:path';
import type { DecisionsPage, HistoryLine } from '../../../contract/explanation.ts';
import type { Result } from '../../../contract/failure.ts';
import { message } from '../../../messages/message.ts';
import { text, timeFormat } from '../../host/text.ts';
import type { Opened } from '../../host/open-companion.ts';
import { call } from '../terminal/call.ts';
import { exitCodes, fail, type Output, wrongUsage } from '../terminal/output.ts';
import type { Given } from './command.ts';
import { iso, isoOrNull, looksLikeJson, messageFields } from '../json/line-parts.ts';

const mostListed = 1_000;

export async function explain(opened: Opened, { args: [file], options: { search }, out }: Given): Promise<number> {
  if (typeof search === 'string' && file === undefined) return explainSearch(opened, out, search);
  if (file === undefined || search !== undefined) return wrongUsage(out, message('cli.explain.usage'));
  const { companion, ports } = opened;
  const result = await call(companion, 'files.explain', { path: resolve(file) });
  if (!result.ok) return fail(out, result.failure);
  const { lines, headline, advice, name, path, state, lacksText, looksLike, stripId } = result.value;
  out.print(headline);
  if (advice !== null) out.print(advice);
  for (const line of lines) if (line.at === null) out.print(line.message);
  if (looksLike) out.print(message('cli.readBy', { by: looksLike.by }));
  printTimeline(out, lines, ports.clock.now());
  out.printJson({
    type: 'explanation',
    name,
    path,
    state,
    headline: text(headline),
    headline_id: headline.id,
    advice: advice && text(advice),
    advice_id: advice && advice.id,
    lacks_text: lacksText,
    looks_like: looksLikeJson(looksLike),
    report: stripId,
  });
  for (const { at, message: entry, times, until } of lines) {
    const repeats = times === undefined ? {} : { times, until: isoOrNull(until) };
    out.printJson({ type: 'line', at: isoOrNull(at), ...messageFields(entry), ...repeats });
  }
  return exitCodes.done;
}

function printTimeline(out: Output, lines: readonly HistoryLine[], now: number) {
  const timed = lines.flatMap((line) =>
    line.at === null ? [] : [{ ...line, dateTime: timeFormat().exactDateTime(line.at, now) }],
  );
  if (timed.length > 0) out.print('');
  const width = Math.max(0, ...timed.map(({ dateTime }) => dateTime.length));
  for (const { dateTime, message: entryMessage, times, until } of timed) {
    const entry = text(entryMessage);
    const line =
      times === undefined || until === undefined
        ? entry
        : text(message('cli.explain.repeated', { entry, times, last: timeFormat().exactDateTime(until, now) }));
    out.print(`${dateTime.padEnd(width)}  ${line}`);
  }
}

/** Prints the files with `part` in their path, most recent decision first. */
async function explainSearch({ companion, ports }: Opened, out: Output, part: string): Promise<number> {
  const now = ports.clock.now();
  let count = 0;
  let after: string | null = null;
  do {
    const result: Result<DecisionsPage> = await call(companion, 'files.decisions', { text: part, after, limit: 200 });
    if (!result.ok) return fail(out, result.failure);
    for (const { path, at, message: entry, state, rule, stripId } of result.value.files) {
      count += 1;
      out.print(path);
      out.print(`  ${timeFormat().exactDateTime(at, now)}  ${text(entry)}`);
      out.printJson({ type: 'file', path, state, at: iso(at), rule, ...messageFields(entry), report: stripId });
    }
    after = result.value.next;
  } while (after !== null && count < mostListed);
  if (after !== null) out.warn(message('cli.explain.truncated', { count }));
  if (count === 0) out.print(message('cli.explain.none', { text: part }));
  return exitCodes.done;
}
