// The type of the command table: one handler for each command of the contract.
import type { CommandInput, CommandName, CommandOutput } from '../../../contract/commands.ts';
import type { Result } from '../../../contract/failure.ts';

export type Handlers = {
  readonly [N in CommandName]: (input: CommandInput<N>) => Promise<Result<CommandOutput<N>>> | Result<CommandOutput<N>>;
};
