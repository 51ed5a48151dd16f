// What the controls ask of a scenario. Who plays it (scenario/) is loaded with the first one.

import type { Page, ScenarioRequest, ScenarioState, ScenarioSummary, Slice } from '../../api-types.ts';

export interface ScenarioControl {
  /** What is played, and how far; null where nothing is. */
  read(): ScenarioState | null;
  /** Those that come with the emulator. */
  list(): Promise<Page<ScenarioSummary>>;
  /** Begins one: by its name, or as a document. */
  load(which: ScenarioRequest): Promise<ScenarioState>;
}

export interface ScenarioStage extends ScenarioControl {
  /** Begins the one that the emulator was started with: a name or a file. */
  open(nameOrFile: string): Promise<void>;
  /** Gives parts that went back to the seed the beginning of the scenario that is played. */
  layOut(parts: readonly Slice[]): void;
  /** What was still to come does not happen any more, and why. */
  interrupt(because: string): void;
}
