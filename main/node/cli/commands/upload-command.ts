// `upload`: adds files to the queue; with --wait, uploads them and returns when each has its flight.
import { basename, resolve } from 'node:path';
import type { Failure } from '../../../contract/failure.ts';
import type { Strip } from '../../../contract/strip.ts';
import { plannedAt } from '../../../contract/upload-plan.ts';
import { message, type Message } from '../../../messages/message.ts';
import { text } from '../../host/text.ts';
import type { Opened } from '../../host/open-companion.ts';
import { call, stateOf, until } from '../terminal/call.ts';
import type { Given } from './command.ts';
import { exitCodeOf, exitCodes, bar, duration, type Output } from '../terminal/output.ts';
import { dryRunUpload, fileHint } from './dry-run-commands.ts';
import { messageFields } from '../json/line-parts.ts';
import { failures } from '../../../core/messages/failures.ts';
import { recordOf } from '../../../contract/flight.ts';

type Pending = { readonly file: string; readonly stripId: string };

export async function upload(opened: Opened, given: Given): Promise<number> {
  const { args: files, options, out, stop } = given;
  if (options['dry-run'] === true) return dryRunUpload(opened, given);
  const { companion } = opened;
  const wait = options['wait'] === true;
  const pending: Pending[] = [];
  let rejected = 0;
  let added = 0;
  const reject = (file: string, reason: Message) => {
    rejected += 1;
    out.warn(reason);
    out.printJson({ type: 'upload', file, outcome: 'rejected', ...messageFields(reason) });
  };
  for (const file of files) {
    const hint = await fileHint(file, resolve(file));
    if (hint !== null) {
      reject(file, hint);
      continue;
    }
    const result = await companion.addFiles([{ path: resolve(file), name: basename(file) }], { kind: 'command-line' });
    if (!result.ok) {
      out.failure(result.failure);
      return exitCodes.failed;
    }
    const [answer] = result.value;
    if (!answer) continue;
    const { stripId, outcome } = answer;
    if (stripId === null) {
      reject(file, answer.message);
      continue;
    }
    pending.push({ file, stripId });
    if (outcome === 'added') added += 1;
    if (wait) continue;
    out.print(message('cli.upload.file', { file, message: text(answer.message) }));
    out.printJson({ type: 'upload', file, outcome, report: stripId, ...messageFields(answer.message) });
  }
  if (pending.length === 0 && !(await stateOf(companion)).begun) {
    out.failure(failures.notChosen());
    return exitCodes.failed;
  }
  if (wait) return waitForAll(companion, out, pending, rejected, stop);
  if (added > 0) {
    const { worker } = await stateOf(companion);
    const isForOther = worker.is === 'other' && !worker.isSameService;
    out.print(isForOther ? failures.worksForOther(worker).message : message('cli.upload.whenUploaded'));
  }
  return rejected > 0 ? exitCodes.someRejected : exitCodes.done;
}

/** If the companion cannot be opened, which `why` has reported: names the files that would not be added anyway. */
export async function uploadWithout(why: Failure, { args, out }: Given): Promise<number> {
  for (const file of args) {
    const hint = await fileHint(file, resolve(file));
    if (hint !== null) out.warn(hint);
  }
  return exitCodeOf(why);
}

async function waitForAll(
  companion: Opened['companion'],
  out: Output,
  pending: readonly Pending[],
  rejectedBefore: number,
  stop: AbortSignal,
): Promise<number> {
  const open = new Map(pending.map((one) => [one.stripId, one]));
  const counts = { rejected: rejectedBefore, undecided: 0 };
  let lastReason = '';
  const undoProgress = companion.subscribe((event) => {
    if (event.type !== 'upload.progressed') return;
    const one = open.get(event.id);
    if (one) out.progress(`${bar(event.sentBytes, event.totalBytes)} ${one.file}`);
  });
  const blocked = await until(
    companion,
    async () => {
      let first: Strip | null = null;
      for (const one of open.values()) {
        const detail = await call(companion, 'strips.detail', { id: one.stripId });
        const report = detail.ok ? detail.value.strip : null;
        const outcome = outcomeOf(report);
        if (outcome === null) first ??= report;
        else {
          open.delete(one.stripId);
          printOutcome(out, one, report);
          if (outcome !== 'uploaded') counts[outcome] += 1;
        }
      }
      if (open.size === 0) return 'done' as const;
      const state = await stateOf(companion);
      const { worker } = state;
      if (worker.is === 'other' && !worker.isSameService) return failures.worksForOther(worker);
      const reason = first?.reason;
      if (reason && first?.stage === 'held') return reason;
      if (state.queue.paused) return 'paused' as const;
      const shown = reason ? text(reason.message) : '';
      if (shown && shown !== lastReason) out.print(shown);
      lastReason = shown;
      const nextAt = plannedAt(state, state.now);
      if (nextAt !== null) {
        const next = { count: open.size, duration: duration(nextAt - state.now) };
        out.progress(message('cli.upload.next', next));
      }
      return null;
    },
    stop,
  );
  undoProgress();
  out.clear();
  if (blocked === null || blocked === 'paused') {
    out.warn(message(blocked === null ? 'cli.upload.cancelled' : 'cli.upload.paused'));
    return exitCodes.failed;
  }
  if (blocked !== 'done') {
    out.failure(blocked);
    for (const { file, stripId } of open.values())
      out.printJson({ type: 'upload', file, outcome: 'waiting', report: stripId, ...messageFields(blocked.message) });
    return exitCodeOf(blocked);
  }
  if (counts.undecided > 0) return exitCodes.failed;
  return counts.rejected > 0 ? exitCodes.someRejected : exitCodes.done;
}

/** Returns null while a report is still being uploaded. `undecided`: the pilot has to act. */
function outcomeOf(report: Strip | null): 'uploaded' | 'rejected' | 'undecided' | null {
  if (report === null) return 'rejected';
  // Only probably: whoever deletes the file after this command must not.
  if (report.stage === 'inferred') return 'undecided';
  // Without a flight: the pilot confirmed that it arrived.
  if (report.flight || report.bay === 'completed') return 'uploaded';
  if (report.bay !== 'needs-attention' && report.bay !== 'not-uploaded') return null;
  return report.stage === 'rejected' || report.reason?.kind === 'file-too-large' ? 'rejected' : 'undecided';
}

function printOutcome(out: Output, { file, stripId }: Pending, report: Strip | null) {
  const line = { type: 'upload', file, report: stripId } as const;
  if (report && outcomeOf(report) === 'uploaded') {
    if (report.flight) out.print(message('cli.upload.uploaded', { file, id: report.flight.id }));
    out.printJson({ ...line, outcome: 'uploaded', flight: report.flight && recordOf(report.flight) });
    return;
  }
  const inferred =
    report?.stage === 'inferred' ? message('shared.inferred', { flight: report.flight?.id ?? 0 }) : undefined;
  const reason = inferred ?? report?.reason?.message ?? message('cli.upload.removed');
  out.warn(message('cli.upload.file', { file, message: text(reason) }));
  out.printJson({
    ...line,
    outcome: report?.stage ?? 'removed',
    ...messageFields(reason),
    code: report?.reason?.code ?? null,
  });
}
