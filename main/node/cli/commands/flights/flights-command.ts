// `flights`: the flights at the service and how far they are.
import { message } from '../../../../messages/message.ts';
import type { Opened } from '../../../host/open-companion.ts';
import { stateOf, reportsOf, until } from '../../terminal/call.ts';
import { exitCodes } from '../../terminal/exit.ts';
import type { Output } from '../../terminal/output.ts';
import { printCompleteness } from './logbook-command.ts';
import { recordOf } from '../../../../core/service/record.ts';
import { reportLine } from '../../terminal/report-line.ts';

const FIRST_POLL_MS = 15_000;

export async function flights({ companion }: Opened, out: Output, completedOnly: boolean): Promise<number> {
  const first = await stateOf(companion);
  if (first.account.status !== 'signed-in') out.warn(message('cli.flights.signedOut'));
  else if (companion.isSender) await firstPoll(companion);
  const state = await stateOf(companion);
  if (state.service.canRead !== false && state.connection.concern) out.failure(state.connection.concern);
  printCompleteness(out, state);
  let count = 0;
  for (const bay of completedOnly ? (['completed'] as const) : (['under-review', 'completed'] as const)) {
    for await (const report of reportsOf(companion, bay)) {
      if (!report.flight || (completedOnly && report.stage !== 'completed')) continue;
      count += 1;
      out.printRow(reportLine(report, state.now));
      out.printJson({
        type: 'flight',
        ...recordOf(report.flight),
        stage: report.stage,
        file: report.file?.name ?? null,
      });
    }
  }
  if (count === 0) out.print(message(completedOnly ? 'cli.flights.noneCompleted' : 'cli.flights.none'));
  return exitCodes.done;
}

/** Resolves after the first poll of the service, or when it is known to be impossible. */
const firstPoll = (companion: Opened['companion']) =>
  until(
    companion,
    async () => {
      const { service, connection, account } = await stateOf(companion);
      const isOver = service.canRead !== null || connection.status === 'offline' || account.status !== 'signed-in';
      return isOver || null;
    },
    AbortSignal.timeout(FIRST_POLL_MS),
  );
