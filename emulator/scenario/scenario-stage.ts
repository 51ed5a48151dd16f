// Loads the scenario player and its dependencies with the first scenario.

import type { ControlContext, ScenarioStage } from '../control/control-context.ts';
import { wholeList } from '../control/paging.ts';
import type { EmulatorOptions } from '../options/options.ts';
import type { ScenarioPlayer } from './player.ts';

/** @param options those given at startup */
export function createScenarioStage(emulator: () => ControlContext, options: EmulatorOptions): ScenarioStage {
  let player: ScenarioPlayer | null = null;

  const loadPlayer = async () => {
    const { createScenarioPlayer } = await import('./player.ts');
    return (player ??= createScenarioPlayer(emulator(), options));
  };

  return {
    read: () => player?.read() ?? null,
    list: async () => wholeList(await (await loadPlayer()).list()),
    load: async (which) => (await loadPlayer()).load('name' in which ? which.name : which.document),
    open: async (nameOrFile) => (await loadPlayer()).open(nameOrFile),
    restore: (parts) => player?.restore(parts),
    interrupt: (because) => player?.interrupt(because),
  };
}
