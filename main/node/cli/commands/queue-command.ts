// `queue`: lists the reports that are not uploaded yet, pauses them all, or changes one.
import { message, type Message } from '../../../messages/message.ts';
import { text } from '../../text.ts';
import type { Opened } from '../../open-companion.ts';
import { call, stateOf, stripsOf } from '../call.ts';
import { exitCodes, fail } from '../exit.ts';
import type { Output } from '../output.ts';
import { stripIdOf, stripJson, stripLine } from '../strip-line.ts';

type Change = {
  readonly command: 'strips.retry' | 'strips.remove' | 'strips.sendAgain' | 'strips.markReceived' | 'strips.sendAsMe';
  readonly done: (strip: string) => Message;
};

/** What can be done with one report, by the action's name. */
const queueChanges = {
  retry: {
    command: 'strips.retry',
    done: (strip) => message('cli.queue.done.retry', { strip }),
  },
  remove: {
    command: 'strips.remove',
    done: (strip) => message('cli.queue.done.remove', { strip }),
  },
  'send-again': {
    command: 'strips.sendAgain',
    done: (strip) => message('cli.queue.done.send-again', { strip }),
  },
  'mark-received': {
    command: 'strips.markReceived',
    done: (strip) => message('cli.queue.done.mark-received', { strip }),
  },
  'send-as-me': {
    command: 'strips.sendAsMe',
    done: (strip) => message('cli.queue.done.send-as-me', { strip }),
  },
} as const satisfies Readonly<Record<string, Change>>;

const isChange = (action: string): action is keyof typeof queueChanges => Object.hasOwn(queueChanges, action);

export async function queue({ companion }: Opened, out: Output, args: readonly string[]): Promise<number> {
  const [action, id] = args;
  if (action === undefined) return list(companion, out);
  if (action === 'pause' || action === 'resume') {
    const result = await call(companion, action === 'pause' ? 'uploads.pause' : 'uploads.resume', {});
    if (!result.ok) return fail(out, result.failure);
    out.print(message(action === 'pause' ? 'cli.queue.paused' : 'cli.queue.resumed'));
    out.printJson({ type: 'queue', paused: action === 'pause' });
    return exitCodes.done;
  }
  if (!isChange(action)) {
    out.warn(message('cli.queue.unknownAction', { actions: Object.keys(queueChanges), given: action }));
    return exitCodes.usage;
  }
  const strip = stripIdOf(id);
  if (strip === null) {
    out.warn(message('cli.queue.idExpected', { action }));
    return exitCodes.usage;
  }
  const { command, done } = queueChanges[action];
  const result = await call(companion, command, { id: strip });
  if (!result.ok) return fail(out, result.failure);
  out.print(done(strip));
  out.printJson({ type: 'queue', strip, action });
  return exitCodes.done;
}

async function list(companion: Opened['companion'], out: Output): Promise<number> {
  const state = await stateOf(companion);
  let count = 0;
  let lastReason = '';
  for (const bay of ['needs-attention', 'queue', 'not-uploaded'] as const) {
    for await (const strip of stripsOf(companion, bay)) {
      count += 1;
      out.print(stripLine(strip, state.now));
      // A reason that several reports share is printed below the first one only.
      const reason = strip.reason ? text(strip.reason.message) : '';
      if (reason !== '' && reason !== lastReason) out.print(`         ${reason}`);
      lastReason = reason;
      out.printJson({ type: 'strip', ...stripJson(strip) });
    }
  }
  if (state.queue.paused) out.print(message('cli.queue.paused'));
  if (count === 0) out.print(message('cli.queue.empty'));
  return exitCodes.done;
}
