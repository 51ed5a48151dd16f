// A command of the command line: one row of command-table.ts. Parser, help, docs/pilots/commands.md and cli.ts all read it.
import type { Failure } from '../../../contract/failure.ts';
import type { Message } from '../../../messages/message.ts';
import type { Opened, OpenOptions } from '../../host/open-companion.ts';
import type { jsonLineSchemas } from '../json/json-lines.ts';
import type { Output } from '../terminal/output.ts';
import type { SecretInput } from '../terminal/secret-input.ts';

export type Option = {
  readonly type: 'boolean' | 'string';
  readonly multiple?: true;
  readonly short?: string;
  /** A path: a `~` at its start is the home folder. */
  readonly isPath?: true;
  /** Stands for the value in help, such as `DIR`. */
  readonly value?: string;
  /** What the value can be, where that is a fixed set. For the completion, so it is loaded then. */
  readonly values?: () => Promise<readonly string[]>;
  readonly summary: Message;
};

/** The options of a command line. One that can be repeated is a list. */
export type Options = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export type Given = {
  readonly args: readonly string[];
  readonly options: Options;
  readonly dataDir: string;
  readonly out: Output;
  readonly input: SecretInput;
  /** Aborted by Ctrl-C. */
  readonly stop: AbortSignal;
};

type Described = {
  readonly name: string;
  /** What follows the name, as the usage line shows it. */
  readonly usage?: string;
  /** How many arguments it takes: least and most; none by default. */
  readonly count?: readonly [number, number];
  /** Arguments are paths. */
  readonly takesPaths?: true;
  readonly summary: Message;
  readonly about: Message;
  /** What the first argument can be, where it chooses an action. */
  readonly actions?: readonly (readonly [usage: string, summary: Message])[];
  /** What else an argument can be, where that is a fixed set. */
  readonly words?: () => Promise<readonly string[]>;
  readonly options?: Readonly<Record<string, Option>>;
  readonly examples: readonly string[];
  /** The lines it prints with `--json`. */
  readonly lines: readonly (keyof typeof jsonLineSchemas)[];
};

type Needs = {
  /** How much of the companion runs; all of it takes the data folder's lock. A dry run needs none. */
  readonly work: OpenOptions['work'] | ((options: Options) => OpenOptions['work']);
  /**
   * `open`: prompts for the vault's passphrase, and warns if sign-ins are not stored safely. `manage`: does so itself.
   */
  readonly secrets?: 'open' | 'manage';
  /** Opens even if the requested profile cannot be opened. */
  readonly anyProfile?: true;
  /** Shows a problem with the data itself. */
  readonly showsDataConcern?: true;
};

/** Opens the companion on the data folder first. */
export type CompanionCommand = Described & {
  readonly needs: Needs;
  /** What is wrong with the arguments themselves: found before data, secrets or the service are touched. */
  readonly examine?: (given: Given) => Promise<Failure | null>;
  readonly run: (opened: Opened, given: Given) => Promise<number>;
  /** Runs if the companion cannot be opened. */
  readonly runClosed?: (why: Failure, given: Given) => Promise<number>;
};

type StandaloneCommand = Described & {
  readonly needs: null;
  /** Reads its arguments and options itself. */
  readonly parsesOptions?: true;
  readonly run: (given: Given) => Promise<number>;
};

export type Command = CompanionCommand | StandaloneCommand;
