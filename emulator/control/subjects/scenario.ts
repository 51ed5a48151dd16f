// The interface of the scenario player (scenario/), which is loaded with the first scenario.

import type { Page, ScenarioRequest, ScenarioState, ScenarioSummary, Slice } from '../../api-types.ts';

export interface ScenarioControl {
  /** The running scenario and its progress, or null. */
  read(): ScenarioState | null;
  /** The built-in scenarios. */
  list(): Promise<Page<ScenarioSummary>>;
  /** Starts a scenario by its name, or a document. */
  load(which: ScenarioRequest): Promise<ScenarioState>;
}

export interface ScenarioStage extends ScenarioControl {
  /** Starts the scenario given at startup, a name or a file. */
  open(nameOrFile: string): Promise<void>;
  /** Sets parts that were reset to the initial state of the running scenario. */
  restore(parts: readonly Slice[]): void;
  /** Cancels the remaining steps. */
  interrupt(because: string): void;
}
