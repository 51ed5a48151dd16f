// `upload FILE… [--wait]`: takes files in; with --wait sends them and returns when each has its record.
import { basename, resolve } from 'node:path';
import type { Strip } from '../../../contract/strip.ts';
import type { Opened } from '../../open-companion.ts';
import { call, stateOf, until } from '../call.ts';
import { exitCodeOf, exitCodes } from '../exit.ts';
import { folderWords } from '../folder-words.ts';
import { bar, duration, type Output } from '../output.ts';
import { recordFact } from '../strip-line.ts';
import { text } from '../../text.ts';
import { messageFields } from '../json-lines.ts';
import { verbatim, type Message } from '../../../messages/message.ts';

type Waiting = { readonly file: string; readonly stripId: string };

export async function upload(
  { companion }: Opened,
  out: Output,
  files: readonly string[],
  wait: boolean,
  stop: AbortSignal,
): Promise<number> {
  const waiting: Waiting[] = [];
  let rejected = 0;
  let fresh = 0;
  const refuse = (file: string, message: Message) => {
    rejected += 1;
    out.warn(text(message));
    out.fact({ type: 'upload', file, outcome: 'rejected', ...messageFields(message) });
  };
  for (const file of files) {
    const folder = await folderWords(file, resolve(file));
    if (folder !== null) {
      refuse(file, verbatim(folder));
      continue;
    }
    const added = await companion.addFiles([{ path: resolve(file), name: basename(file) }], { kind: 'command-line' });
    if (!added.ok) {
      out.failure(added.failure);
      return exitCodes.failed;
    }
    const [answer] = added.value;
    if (!answer) continue;
    if (answer.stripId === null) {
      refuse(file, answer.message);
    } else {
      waiting.push({ file, stripId: answer.stripId });
      if (answer.outcome === 'added') fresh += 1;
      if (!wait) {
        out.say(`${file}: ${text(answer.message)}`);
        out.fact({
          type: 'upload',
          file,
          outcome: answer.outcome,
          strip: answer.stripId,
          ...messageFields(answer.message),
        });
      }
    }
  }
  if (!wait) {
    if (fresh > 0) out.say('Reports leave while `watch`, `window` or `upload --wait` runs.');
    return rejected > 0 ? exitCodes.someRefused : exitCodes.done;
  }
  return waitForAll(companion, out, waiting, rejected, stop);
}

async function waitForAll(
  companion: Opened['companion'],
  out: Output,
  waiting: readonly Waiting[],
  refusedAtOnce: number,
  stop: AbortSignal,
) {
  const open = new Map(waiting.map((one) => [one.stripId, one]));
  let rejected = refusedAtOnce;
  let undecided = 0;
  let told = '';
  const undoProgress = companion.subscribe((event) => {
    const one = event.type === 'upload.progressed' ? open.get(event.id) : undefined;
    if (one && event.type === 'upload.progressed')
      out.progress(`${bar(event.sentBytes, event.totalBytes)} ${one.file}`);
  });

  /** What became of one; false while it is still on its way. */
  function judge(one: Waiting, strip: Strip | null): boolean {
    if (strip?.flight) {
      out.say(`${one.file}: flight ${strip.flight.id}`);
      out.fact({
        type: 'upload',
        file: one.file,
        outcome: 'uploaded',
        strip: one.stripId,
        flight: recordFact(strip.flight),
      });
      return true;
    }
    const isGone = strip === null;
    if (isGone || strip.bay === 'needs-you' || strip.bay === 'not-sent') {
      const message = strip?.reason?.message ?? verbatim('It was taken off the queue.');
      if (isGone || strip.stage === 'rejected' || strip.reason?.kind === 'file-too-large') rejected += 1;
      else undecided += 1;
      out.warn(`${one.file}: ${text(message)}`);
      out.fact({
        type: 'upload',
        file: one.file,
        outcome: strip?.stage ?? 'removed',
        strip: one.stripId,
        ...messageFields(message),
        code: strip?.reason?.code ?? null,
      });
      return true;
    }
    if (strip.bay === 'settled') {
      // The pilot said that the service has it; its record was never seen.
      out.fact({ type: 'upload', file: one.file, outcome: 'uploaded', strip: one.stripId, flight: null });
      return true;
    }
    return false;
  }

  const blocked = await until(
    companion,
    async () => {
      let first: Strip | null = null;
      for (const one of open.values()) {
        const detail = await call(companion, 'strips.detail', { id: one.stripId });
        const strip = detail.ok ? detail.value.strip : null;
        if (judge(one, strip)) open.delete(one.stripId);
        else first ??= strip;
      }
      if (open.size === 0) return 'done' as const;
      const state = await stateOf(companion);
      const reason = first?.reason;
      if (reason && first?.stage === 'held') return reason;
      if (state.queue.paused) return 'paused' as const;
      const message = reason ? text(reason.message) : '';
      if (message && message !== told) out.say(message);
      told = message;
      if (state.runway.nextAt !== null) {
        out.progress(`${open.size} to go, next departure in ${duration(state.runway.nextAt - state.now)}`);
      }
      return null;
    },
    stop,
  );
  undoProgress();
  out.clear();
  if (blocked === null) {
    out.warn('Called off. What is not sent yet is safe in the queue; the same line goes on with it.');
    return exitCodes.failed;
  }
  if (blocked !== 'done') {
    if (blocked === 'paused') {
      out.warn('The queue is paused: `queue resume` lets it go on.');
      return exitCodes.failed;
    }
    out.failure(blocked);
    for (const one of open.values())
      out.fact({
        type: 'upload',
        file: one.file,
        outcome: 'waiting',
        strip: one.stripId,
        ...messageFields(blocked.message),
      });
    return exitCodeOf(blocked);
  }
  if (undecided > 0) return exitCodes.failed;
  return rejected > 0 ? exitCodes.someRefused : exitCodes.done;
}
