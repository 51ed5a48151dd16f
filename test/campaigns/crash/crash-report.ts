import type { Mode } from './emulator-process.ts';

export type CrashOptions = {
  readonly seed: string;
  readonly files: number;
  readonly kills: number;
  readonly mode: Mode;
  readonly tooFastRestarts: boolean;
  /** How many seconds of the service and the companion pass in one of the machine. */
  readonly scale: number;
  readonly onProgress?: (message: string) => void;
};

export type CrashReport = {
  readonly tookMs: number;
  readonly records: number;
  /** What only the pilot could decide, with the message. */
  readonly questions: readonly { readonly name: string; readonly message: string; readonly hasRecord: boolean }[];
  /** How many probably arrived, and how many of these had not: the pilot agreed, or said that it is another flight. */
  readonly inferred: { readonly right: number; readonly wrong: number };
  readonly notices: readonly string[];
  /** Violations, each with the history of its file. */
  readonly violations: readonly string[];
};
