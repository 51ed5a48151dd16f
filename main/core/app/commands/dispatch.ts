// Parses the name and input of a command, and calls its handler. An exception becomes a failure; its details go to the
// log.
import { commandInputs, type CommandInput, type CommandName, type CommandOutput } from '../../../contract/commands.ts';
import { failed, type Failure, type Result } from '../../../contract/failure.ts';
import type { ServiceSettings } from '../../../contract/settings.ts';
import { message, type Message } from '../../../messages/message.ts';
import { failures } from '../../messages/failures.ts';
import type { Logger } from '../../platform/ports.ts';
import { withoutMarks } from '../../platform/text/byte-order-mark.ts';
import type { ProfileRuntime } from '../../profile/profile-runtime.ts';
import { inputMessageIn } from '../../../messages/input-issue.ts';

/** Never rejects. */
type HandleCommand = (name: unknown, input: unknown) => Promise<Result<unknown>>;

export function createParsedCommands(deps: {
  handlers: Handlers;
  log: Logger;
  failureOf(error: unknown): Failure;
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

/** The command table: one handler for each command of the contract. */
export type Handlers = {
  readonly [N in CommandName]: (input: CommandInput<N>) => Promise<Result<CommandOutput<N>>> | Result<CommandOutput<N>>;
};

/** The open profile, as commands use it and change it (profile-switch.ts). */
export type OpenProfile = {
  runtime(): ProfileRuntime | null;
  /** All that are open. */
  runtimes(): ProfileRuntime[];
  choose(name: string, how: { ifReachable: boolean }): Promise<Result<null>>;
  /** The default service. */
  serviceInUse(): ServiceSettings;
  /** `moveData`: called while no profile with changed settings is open. */
  followSettings(moveData?: () => Promise<void>): Promise<Result<null>>;
  removeOther(key: string, remove: () => Promise<Result<null>>): Promise<Result<null>>;
};

/** What most handlers begin with: the open profile, or a failure that none is chosen yet. */
export const createWithRuntime =
  (runtimeOf: () => ProfileRuntime | null) =>
  <T>(work: (runtime: ProfileRuntime) => Promise<Result<T>> | Result<T>) => {
    const runtime = runtimeOf();
    return runtime ? work(runtime) : failed(failures.notChosen());
  };

/** The part of an issue of Zod's that is used. */
type Issue = {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Enumerations only. */
  readonly values?: readonly unknown[];
};

/** What is wrong with an input: the schema's own message if it has one. */
export function inputMessage(issues: readonly Issue[]): Message {
  for (const issue of issues) {
    const own = inputMessageIn(issue.message);
    if (own !== null) return own;
  }
  const [first] = issues;
  const field = first?.path.map(String).join('.') ?? '';
  const values = first?.values?.map(String) ?? [];
  if (field === '') return message('input.invalid');
  return values.length === 0 ? message('input.invalidField', { field }) : message('input.notOneOf', { field, values });
}
