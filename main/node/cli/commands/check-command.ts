// `check`: what has to be right before reports are uploaded.
import { message } from '../../../messages/message.ts';
import type { Opened } from '../../host/open-companion.ts';
import { text } from '../../host/text.ts';
import { call } from '../terminal/call.ts';
import { exitCodes, fail } from '../terminal/exit.ts';
import { messageFields } from '../json/status-line.ts';
import type { Output } from '../terminal/output.ts';

const marks = { good: '✓', problem: '✗', note: '–' } as const;

export async function check({ companion }: Opened, out: Output): Promise<number> {
  const made = await call(companion, 'checks.run', {});
  if (!made.ok) return fail(out, made.failure);
  for (const { about, verdict, message: said, requiredAction } of made.value) {
    out.print(`${marks[verdict]} ${text(said)}`);
    out.printJson({ type: 'check', about, verdict, ...messageFields(said), required_action: requiredAction });
  }
  const problems = made.value.filter(({ verdict }) => verdict === 'problem').length;
  out.print(message('check.summary', { problems }));
  return problems === 0 ? exitCodes.done : exitCodes.failed;
}
