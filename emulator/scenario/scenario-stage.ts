// Loads the scenario player and its dependencies with the first scenario.

import type { EmulatorOptions } from '../options/options.ts';
import type { ScenarioPlayer } from './player.ts';
import type { EmulatorContext } from '../context.ts';
import type { ScenarioStage } from '../control/subjects/controls.ts';
import type { StepInputs } from './scenario-schema.ts';
import { wholeList } from '../control/subjects/paging.ts';
import type { Slice } from '../api-types.ts';

type StepCalls = {
  readonly inputs: StepInputs;
  run(name: string, input: unknown): unknown;
};

export function createScenarioStage(dependencies: {
  context: EmulatorContext;
  /** The options given at startup. */
  options: EmulatorOptions;
  /** The calls that steps may use, loaded with the first scenario. */
  loadCalls(): Promise<StepCalls>;
  reset(parts: readonly Slice[]): void;
}): ScenarioStage {
  const { context, options, loadCalls, reset } = dependencies;
  let player: ScenarioPlayer | null = null;

  const loadPlayer = async () => {
    const [{ createScenarioPlayer }, calls] = await Promise.all([import('./player.ts'), loadCalls()]);
    return (player ??= createScenarioPlayer({
      context,
      inputs: calls.inputs,
      runCall: calls.run,
      reset,
      options,
    }));
  };

  return {
    read: () => player?.read() ?? null,
    list: async () => wholeList(await (await loadPlayer()).list()),
    load: async (which) => (await loadPlayer()).load('name' in which ? which.name : which.document),
    async open(nameOrFile) {
      const [{ loadScenario }, { createScenarioSchema }, { inputs }] = await Promise.all([
        import('./load-scenario.ts'),
        import('./scenario-schema.ts'),
        loadCalls(),
      ]);
      const scenario = await loadScenario(nameOrFile, createScenarioSchema(inputs));
      (await loadPlayer()).open(scenario, options);
    },
    restore: (parts) => player?.restore(parts),
    interrupt: (because) => player?.interrupt(because),
  };
}
