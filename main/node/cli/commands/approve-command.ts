// `approve`: the screenshots that need the pilot's approval before they are uploaded.
import { message } from '../../../messages/message.ts';
import type { Opened } from '../../open-companion.ts';
import { call, stateOf, stripsOf } from '../call.ts';
import { exitCodes, fail } from '../exit.ts';
import type { Output } from '../output.ts';
import { stripIdOf, stripJson, stripLine } from '../strip-line.ts';

type Answer = 'approve' | 'decline';

export async function approve(
  { companion }: Opened,
  out: Output,
  ids: readonly string[],
  { all, decline }: { all: boolean; decline: boolean },
): Promise<number> {
  const answer = decline ? 'decline' : 'approve';
  const wrong = ids.find((id) => stripIdOf(id) === null);
  const problem =
    all && ids.length > 0
      ? message('cli.approve.idsOrAll')
      : !all && ids.length === 0 && decline
        ? message('cli.approve.declineWhich')
        : wrong === undefined
          ? null
          : message('cli.approve.idExpected', { given: wrong });
  if (problem) {
    out.warn(problem);
    return exitCodes.usage;
  }
  if (all) return answerAll(companion, out, answer);
  return ids.length === 0 ? list(companion, out) : answerEach(companion, out, ids, answer);
}

async function answerAll(companion: Opened['companion'], out: Output, answer: Answer): Promise<number> {
  const result = await call(companion, 'approvals.answerAll', { answer });
  if (!result.ok) return fail(out, result.failure);
  const { count } = result.value;
  out.print(message(answer === 'decline' ? 'cli.approve.allDeclined' : 'cli.approve.allApproved', { count }));
  out.printJson({ type: 'approval', answer, strip: null, count });
  return exitCodes.done;
}

async function answerEach(
  companion: Opened['companion'],
  out: Output,
  ids: readonly string[],
  answer: Answer,
): Promise<number> {
  let code: number = exitCodes.done;
  for (const strip of ids.flatMap((id) => stripIdOf(id) ?? [])) {
    const result = await call(companion, `strips.${answer}`, { id: strip });
    if (!result.ok) {
      code = fail(out, result.failure);
      continue;
    }
    out.print(message(answer === 'decline' ? 'cli.approve.declined' : 'cli.approve.approved', { strip }));
    out.printJson({ type: 'approval', answer, strip, count: 1 });
  }
  return code;
}

async function list(companion: Opened['companion'], out: Output): Promise<number> {
  const { now } = await stateOf(companion);
  let count = 0;
  for await (const strip of stripsOf(companion, 'needs-attention')) {
    if (strip.stage !== 'approval') continue;
    count += 1;
    out.print(stripLine(strip, now));
    out.printJson({ type: 'strip', ...stripJson(strip) });
  }
  out.print(message(count === 0 ? 'cli.approve.none' : 'cli.approve.hint'));
  return exitCodes.done;
}
