// `queue`: lists the reports that are not uploaded yet, or only probably, pauses them all, or changes one.
import { commandOfAction } from '../../../contract/strip.ts';
import { message } from '../../../messages/message.ts';
import { text } from '../../host/text.ts';
import type { Opened } from '../../host/open-companion.ts';
import { call, stateOf, reportsOf } from '../terminal/call.ts';
import { exitCodes, fail, type Output, wrongUsage } from '../terminal/output.ts';
import type { Given } from './command.ts';
import { reportIdOf, reportJson, reportLine } from '../terminal/report-line.ts';

/** What can be done with one report. */
const changes = [
  'retry',
  'remove',
  'upload-again',
  'mark-received',
  'confirm-flight',
  'release-flight',
  'upload-as-me',
] as const;

export async function queue({ companion }: Opened, { args, out }: Given): Promise<number> {
  const [action, id] = args;
  if (action === undefined) return list(companion, out);
  if (action === 'pause' || action === 'resume') {
    if (id !== undefined) return wrongUsage(out, message('cli.usage.surplus', { given: id, usage: `queue ${action}` }));
    const result = await call(companion, action === 'pause' ? 'uploads.pause' : 'uploads.resume', {});
    if (!result.ok) return fail(out, result.failure);
    out.print(message(action === 'pause' ? 'cli.queue.paused' : 'cli.queue.resumed'));
    out.printJson({ type: 'queue', paused: action === 'pause' });
    return exitCodes.done;
  }
  const change = changes.find((one) => one === action);
  if (!change) return wrongUsage(out, message('cli.queue.unknownAction', { actions: changes, given: action }));
  const report = reportIdOf(id);
  if (report === null) return wrongUsage(out, message('cli.queue.idExpected', { action }));
  const result = await call(companion, commandOfAction[change], { id: report });
  if (!result.ok) return fail(out, result.failure);
  out.print(message(`cli.queue.done.${change}`, { report }));
  out.printJson({ type: 'queue', report, action });
  return exitCodes.done;
}

async function list(companion: Opened['companion'], out: Output): Promise<number> {
  const state = await stateOf(companion);
  let count = 0;
  let lastReason = '';
  let inferred = state.queue.inferred;
  for (const bay of ['needs-attention', 'queue', 'not-uploaded', 'under-review', 'completed'] as const) {
    const isOfFlights = bay === 'under-review' || bay === 'completed';
    if (isOfFlights && inferred === 0) break;
    for await (const report of reportsOf(companion, bay)) {
      if (isOfFlights && inferred === 0) break;
      if (isOfFlights && report.stage !== 'inferred') continue;
      if (isOfFlights) inferred -= 1;
      count += 1;
      out.print(reportLine(report, state.now));
      // A reason that several reports share is printed below the first one only.
      const reason = report.reason ? text(report.reason.message) : '';
      if (reason !== '' && reason !== lastReason) out.print(`         ${reason}`);
      lastReason = reason;
      out.printJson({ type: 'report', ...reportJson(report) });
    }
  }
  if (state.queue.paused) out.print(message('cli.queue.paused'));
  if (count === 0) out.print(message('cli.queue.empty'));
  return exitCodes.done;
}
