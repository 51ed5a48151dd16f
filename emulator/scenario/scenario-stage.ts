// Scenarios from outside. Who plays them (scenario/) is loaded with the first one, and so is all that it needs.

import type { EmulatorOptions } from '../options/options.ts';
import type { ScenarioPlayer, ScenarioSummary } from './player.ts';
import type { Service } from '../context.ts';
import type { Controls } from '../control/controls.ts';
import { wholeList } from '../control/paging.ts';
import type { Page, ScenarioRequest, ScenarioState, Slice } from '../api-types.ts';

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

export function createScenarioStage(dependencies: {
  service: Service;
  /** What the emulator was started with. */
  options: EmulatorOptions;
  controls: () => Controls;
  reset(parts: readonly Slice[]): void;
}): ScenarioStage {
  const { service, options, controls, reset } = dependencies;
  let player: ScenarioPlayer | null = null;

  const takeTheStage = async () => {
    const [{ createScenarioPlayer }, calls] = await Promise.all([import('./player.ts'), import('../control/calls.ts')]);
    return (player ??= createScenarioPlayer({
      service,
      inputs: calls.stepInputs,
      runCall: (name, input) => calls.runCall(controls(), name, input),
      reset,
      options,
    }));
  };

  return {
    read: () => player?.read() ?? null,
    list: async () => wholeList(await (await takeTheStage()).list()),
    load: async (which) => (await takeTheStage()).load('name' in which ? which.name : which.document),
    async open(nameOrFile) {
      const [{ loadScenario }, { createScenarioSchema }, { stepInputs }] = await Promise.all([
        import('./load-scenario.ts'),
        import('./scenario-schema.ts'),
        import('../control/calls.ts'),
      ]);
      const scenario = await loadScenario(nameOrFile, createScenarioSchema(stepInputs));
      (await takeTheStage()).open(scenario, options);
    },
    layOut: (parts) => player?.layOut(parts),
    interrupt: (because) => player?.interrupt(because),
  };
}
