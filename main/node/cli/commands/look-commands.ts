// `queue`, `flights`: looking at what there is, and small changes to it.
import type { Opened } from '../../open-companion.ts';
import { call, stateOf, stripsOf, until } from '../call.ts';
import { exitCodeOf, exitCodes } from '../exit.ts';
import { type Output } from '../output.ts';
import { recordFact, stripFact, stripLine } from '../strip-line.ts';
import { text } from '../../text.ts';

/** What can be done with one report, by the word for it. */
const changes: Readonly<Record<string, { command: StripCommand; message: string } | undefined>> = {
  retry: { command: 'strips.retry', message: 'waits to leave again.' },
  remove: { command: 'strips.remove', message: 'is off the queue; your own file is untouched.' },
  'send-again': {
    command: 'strips.sendAgain',
    message: 'waits to leave again: you said that the service does not have it.',
  },
  'mark-received': { command: 'strips.markReceived', message: 'counts as sent: you said that the service has it.' },
  'send-as-me': { command: 'strips.sendAsMe', message: 'goes as the pilot who is signed in now.' },
};
type StripCommand = 'strips.retry' | 'strips.remove' | 'strips.sendAgain' | 'strips.markReceived' | 'strips.sendAsMe';

export async function queue({ companion }: Opened, out: Output, message: readonly string[]): Promise<number> {
  const [action, id] = message;
  if (action === 'pause' || action === 'resume') {
    const result = await call(companion, action === 'pause' ? 'uploads.pause' : 'uploads.resume', {});
    if (!result.ok) return fail(out, result.failure);
    out.say(action === 'pause' ? 'Paused: nothing leaves until `queue resume`.' : 'Reports leave again.');
    out.fact({ type: 'queue', paused: action === 'pause' });
    return exitCodes.done;
  }
  const change = changes[action ?? ''];
  if (change) {
    if (id === undefined || !/^(job-)?\d+$/.test(id)) {
      out.warn(`Name the report, as \`queue\` lists it: queue ${action} 12`);
      return exitCodes.usage;
    }
    const strip = id.startsWith('job-') ? id : `job-${id}`;
    const result = await call(companion, change.command, { id: strip });
    if (!result.ok) return fail(out, result.failure);
    out.say(`${strip} ${change.message}`);
    out.fact({ type: 'queue', strip, action });
    return exitCodes.done;
  }
  if (action !== undefined) {
    out.warn(
      `There is no "queue ${action}": it is pause, resume, or ${Object.keys(changes).join(', ')} with the ID of a report.`,
    );
    return exitCodes.usage;
  }
  const state = await stateOf(companion);
  let count = 0;
  let lastWords = '';
  for (const bay of ['needs-you', 'outbound', 'not-sent'] as const) {
    for await (const strip of stripsOf(companion, bay)) {
      count += 1;
      out.say(stripLine(strip, state.now));
      // What holds many back alike is said once above the others, not below each.
      const message = strip.reason ? text(strip.reason.message) : '';
      if (message !== '' && message !== lastWords) out.say(`         ${message}`);
      lastWords = message;
      out.fact({ type: 'strip', ...stripFact(strip) });
    }
  }
  if (state.queue.paused) out.say('The queue is paused.');
  if (count === 0) out.say('Nothing waits.');
  return exitCodes.done;
}

export async function flights({ companion }: Opened, out: Output, settledOnly: boolean): Promise<number> {
  const first = await stateOf(companion);
  if (first.account.status !== 'signed-in')
    out.warn('Nobody is signed in: these are the flights as they were last seen.');
  else if (companion.isSender) await looked(companion);
  const state = await stateOf(companion);
  if (state.service.canRead === false)
    out.warn('This service does not let flights be read: what is shown is what the upload answered.');
  else if (state.connection.concern) out.failure(state.connection.concern);
  let count = 0;
  for (const bay of settledOnly ? (['settled'] as const) : (['under-review', 'settled'] as const)) {
    for await (const strip of stripsOf(companion, bay)) {
      if (!strip.flight) continue;
      count += 1;
      out.say(stripLine(strip, state.now));
      out.fact({ type: 'flight', ...recordFact(strip.flight), stage: strip.stage, file: strip.file?.name ?? null });
    }
  }
  if (count === 0) out.say(settledOnly ? 'No flight is settled yet.' : 'No flights yet.');
  return exitCodes.done;
}

/** Waits for the first look at the service, or for the news that it cannot be had. */
async function looked(companion: Opened['companion']) {
  await until(
    companion,
    async () => {
      const { service, connection, account } = await stateOf(companion);
      return service.canRead !== null || connection.status === 'off-line' || account.status !== 'signed-in'
        ? true
        : null;
    },
    AbortSignal.timeout(15_000),
  );
}

function fail(out: Output, failure: Parameters<Output['failure']>[0]): number {
  out.failure(failure);
  return failure.kind === 'wrong-input' ? exitCodes.usage : exitCodeOf(failure);
}
