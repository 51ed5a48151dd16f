// Parses the name and input of a command, and calls its handler. An exception becomes a failure; its details go to the
// log.
import { commandInputs } from '../../../contract/commands.ts';
import { failed, type Result } from '../../../contract/failure.ts';
import { message } from '../../../messages/message.ts';
import { failures } from '../../messages/failures.ts';
import type { Logger } from '../../platform/ports.ts';
import { withoutMarks } from '../../platform/text/byte-order-mark.ts';
import type { ThrownFailure } from '../../storage/thrown-failure.ts';
import type { Handlers } from './command-table.ts';
import { inputMessage } from './input-messages.ts';

/** Never rejects. */
type HandleCommand = (name: unknown, input: unknown) => Promise<Result<unknown>>;

export function createParsedCommands(deps: {
  handlers: Handlers;
  log: Logger;
  failureOf: ThrownFailure;
}): HandleCommand {
  const { handlers, log } = deps;
  return async (name, input) => {
    if (typeof name !== 'string' || !Object.hasOwn(commandInputs, name)) {
      return failed(failures.wrongInput(message('failure.unknownCommand')));
    }
    const known = name as keyof typeof commandInputs;
    const parsed = commandInputs[known].safeParse(withoutMarks(input));
    if (!parsed.success) return failed(failures.wrongInput(inputMessage(parsed.error.issues)));
    try {
      // The table's types hold for each name; here the name is only known at run time.
      const handler = handlers[known] as (input: unknown) => Promise<Result<unknown>> | Result<unknown>;
      return await handler(parsed.data);
    } catch (error) {
      log.error('a command failed unexpectedly', {
        name,
        error,
      });
      return failed(deps.failureOf(error));
    }
  };
}
