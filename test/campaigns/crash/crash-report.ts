import type { Mode } from './emulator-process.ts';
import type { Hit } from './where-it-hit.ts';

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
  readonly kills: ReadonlyMap<Hit, number>;
  readonly emulatorKills: number;
  readonly signIns: number;
  readonly faults: ReadonlyMap<string, number>;
  readonly requests: number;
  readonly records: number;
  /** What only the pilot could decide, with the message. */
  readonly questions: readonly { readonly name: string; readonly message: string; readonly hasRecord: boolean }[];
  /** How many probably arrived, and how many of these had not: the pilot agreed, or said that it is another flight. */
  readonly inferred: { readonly right: number; readonly wrong: number };
  /** How many flights another program of the same pilot reported meanwhile. */
  readonly elsewhere: number;
  /** Files that the pilot had to claim, with the message: added while the service did not name the pilot. */
  readonly owners: ReadonlyMap<string, string>;
  readonly notices: readonly string[];
  /** Violations, each with the history of its file. */
  readonly violations: readonly string[];
};
