// `approve`: the screenshots that need the pilot's approval before they are uploaded.
import { message } from '../../../messages/message.ts';
import type { Opened } from '../../host/open-companion.ts';
import { call, stateOf, reportsOf } from '../terminal/call.ts';
import { exitCodes, fail, type Output, wrongUsage } from '../terminal/output.ts';
import type { Given } from './command.ts';
import { reportIdOf, reportJson, reportLine } from '../terminal/report-line.ts';

type Answer = 'approve' | 'reject';

export async function approve(
  { companion }: Opened,
  { args: ids, options: { all, reject }, out }: Given,
): Promise<number> {
  const answer = reject ? 'reject' : 'approve';
  const wrong = ids.find((id) => reportIdOf(id) === null);
  if (all && ids.length > 0) return wrongUsage(out, message('cli.approve.idsOrAll'));
  if (!all && ids.length === 0 && reject) return wrongUsage(out, message('cli.approve.rejectWhich'));
  if (wrong !== undefined) return wrongUsage(out, message('cli.approve.idExpected', { given: wrong }));
  if (all) return answerAll(companion, out, answer);
  return ids.length === 0 ? list(companion, out) : answerEach(companion, out, ids, answer);
}

async function answerAll(companion: Opened['companion'], out: Output, answer: Answer): Promise<number> {
  const result = await call(companion, 'approvals.answerAll', { answer });
  if (!result.ok) return fail(out, result.failure);
  const { count } = result.value;
  out.print(message(answer === 'reject' ? 'cli.approve.allRejected' : 'cli.approve.allApproved', { count }));
  out.printJson({ type: 'approval', answer, report: null, count });
  return exitCodes.done;
}

async function answerEach(
  companion: Opened['companion'],
  out: Output,
  ids: readonly string[],
  answer: Answer,
): Promise<number> {
  let code: number = exitCodes.done;
  for (const report of ids.flatMap((id) => reportIdOf(id) ?? [])) {
    const result = await call(companion, `strips.${answer}`, { id: report });
    if (!result.ok) {
      code = fail(out, result.failure);
      continue;
    }
    out.print(message(answer === 'reject' ? 'cli.approve.rejected' : 'cli.approve.approved', { report }));
    out.printJson({ type: 'approval', answer, report, count: 1 });
  }
  return code;
}

async function list(companion: Opened['companion'], out: Output): Promise<number> {
  const { now } = await stateOf(companion);
  let count = 0;
  for await (const report of reportsOf(companion, 'needs-attention')) {
    if (report.stage !== 'approval') continue;
    count += 1;
    out.print(reportLine(report, now));
    out.printJson({ type: 'report', ...reportJson(report) });
  }
  out.print(message(count === 0 ? 'cli.approve.none' : 'cli.approve.hint'));
  return exitCodes.done;
}
