// Parses every result and event of a bridge with the schemas of the contract.
import * as z from 'zod/mini';
import { imageBytesSchema, type Bridge } from '../../main/contract/bridge.ts';
import { commandOutputs, intakeAnswerSchema } from '../../main/contract/command-outputs.ts';
import type { CommandName, CommandOutput } from '../../main/contract/commands.ts';
import { eventSchema } from '../../main/contract/events.ts';
import { failed, failureSchema, ok } from '../../main/contract/failure.ts';
import type { Failure, Result } from '../../main/contract/failure.ts';
import { message } from '../../main/messages/message.ts';

const refusalSchema = z.object({ ok: z.literal(false), failure: failureSchema });
const answerSchema = z.object({ ok: z.literal(true), value: z.unknown() });

const notUnderstood = (): Failure => ({ kind: 'answer-not-understood', message: message('window.link.notUnderstood') });

/** Returns a result with its value parsed by `schema`. */
function parseResult<T>(schema: z.ZodMiniType<T>, arrived: unknown): Result<T> {
  const refusal = refusalSchema.safeParse(arrived);
  if (refusal.success) return failed(refusal.data.failure);
  const answer = answerSchema.safeParse(arrived);
  const value = answer.success ? schema.safeParse(answer.data.value) : null;
  return value?.success ? ok(value.data) : failed(notUnderstood());
}

export function parseBridge(bridge: Bridge): Bridge {
  return {
    async call(name, input) {
      const schema = commandOutputs[name] as unknown as z.ZodMiniType<CommandOutput<CommandName>>;
      return parseResult(schema, await bridge.call(name, input)) as Result<CommandOutput<typeof name>>;
    },
    async addFiles(files) {
      return parseResult(z.array(intakeAnswerSchema), await bridge.addFiles(files));
    },
    folderPath: (folder) => bridge.folderPath(folder),
    subscribe: (listener) =>
      bridge.subscribe((arrived) => {
        const event = eventSchema.safeParse(arrived);
        if (event.success) listener(event.data);
      }),
    async exportLogbook(input) {
      return parseResult(commandOutputs['logbook.export'], await bridge.exportLogbook(input));
    },
    async image(stripId) {
      return parseResult(imageBytesSchema, await bridge.image(stripId));
    },
  };
}
