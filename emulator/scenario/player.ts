// Plays a scenario: brings the world to its beginning and lets each step happen when it falls due on the service's clock.
// Steps go through the table of the control interface, as a call over HTTP would. What the rules refuse is kept on the
// step and told; nothing ends because of it.

import { slices } from '../api-types.ts';
import type { ScenarioState, ScenarioSummary, Slice } from '../api-types.ts';
import type { OptionRow } from '../options/option-kinds.ts';
import { readOption, settingsFrom } from '../options/options.ts';
import type { EmulatorOptions } from '../options/options.ts';
import type { EmulatorContext } from '../context.ts';
import { secretsOf, worldOf } from './beginning.ts';
import { builtInNames, loadBuiltIn, readScenario } from './load-scenario.ts';
import type { Scenario } from './load-scenario.ts';
import { createScenarioSchema } from './scenario-schema.ts';
import type { ScenarioDocument, StepInputs } from './scenario-schema.ts';
import { attempt, stepsOf } from './steps.ts';
import type { Step } from './steps.ts';
import { optionNames, optionTable, type EmulatorSettings, type OptionName } from '../options/option-table.ts';

export interface ScenarioPlayer {
  /** The scenario that is played, and how far; null where there is none. */
  read(): ScenarioState | null;
  /** Those that come with the emulator. */
  list(): Promise<ScenarioSummary[]>;
  /**
   * Begins a scenario: by the name of one that comes with the emulator, or as a value. The world goes to its beginning;
   * clock and journal go on. Rejects with an `EmulatorError`, and then nothing has changed.
   */
  load(nameOrDocument: unknown): Promise<ScenarioState>;
  /** The scenario that the emulator begins with. The options that were given stand above its settings. */
  open(scenario: Scenario, given: EmulatorOptions): void;
  /** Parts of the world went back to the seed: they go on to the scenario's beginning. With all, it is played anew. */
  layOut(parts: readonly Slice[]): void;
  /** What is still to come does not happen any more, and why. */
  interrupt(because: string): void;
}

interface Playing {
  scenario: Scenario;
  settings: Partial<EmulatorSettings>;
  /** Of the scenario's applications, by client id. */
  secrets: ReadonlyMap<string, string>;
}

/** All that a scenario begins with; time and what was seen go on. */
const begun = slices.filter((slice) => slice !== 'clock' && slice !== 'journal');

export function createScenarioPlayer(dependencies: {
  context: EmulatorContext;
  /** What each call that a step may name takes. */
  inputs: StepInputs;
  /** Does a call of the control table. */
  runCall(name: string, input: unknown): unknown;
  /** Brings parts of the world back to their beginning, by way of `layOut`. */
  reset(parts: readonly Slice[]): void;
  /** What the emulator was started with. */
  options: EmulatorOptions;
}): ScenarioPlayer {
  const { context, runCall, reset, options } = dependencies;
  const { world, clock, settings, changed } = context;
  const schema = createScenarioSchema(dependencies.inputs);
  let playing: Playing | null = null;
  let steps: Step[] = [];

  const perform = (step: Step) => {
    step.done = true;
    void attempt(() => runCall(step.call, step.input)).then((refusal) => {
      step.refusal = refusal;
      changed('scenario');
    });
  };

  const cancelSteps = () => {
    for (const { cancel } of steps) cancel();
  };

  const play = ({ document }: Scenario) => {
    const beganAtMs = clock.now();
    steps = stepsOf(document, beganAtMs);
    for (const step of steps) {
      if (step.atMs === beganAtMs) perform(step);
      else step.cancel = clock.schedule(step.atMs, () => perform(step));
    }
    changed('scenario');
  };

  const layOut = (parts: readonly Slice[]) => {
    if (playing === null) return;
    const { scenario, secrets } = playing;
    const isAll = begun.every((slice) => parts.includes(slice));
    if (isAll) {
      cancelSteps();
      Object.assign(settings, playing.settings);
      changed('settings');
    }
    const fresh = worldOf(scenario, secrets, context);
    if (parts.includes('pilots')) world.pilots = fresh.pilots;
    if (parts.includes('applications') && scenario.document.applications !== undefined) {
      world.applications.clear();
      // One by one, so that their secrets are known to whoever lists the clients.
      for (const application of scenario.document.applications) {
        runCall('applications.add', { ...application, clientSecret: secrets.get(application.clientId) });
      }
    }
    if (parts.includes('flights')) {
      const { flights, flightIdsByPilot, nextFlightId } = fresh;
      Object.assign(world, { flights, flightIdsByPilot, nextFlightId });
    }
    if (parts.includes('faults')) {
      const { faults, nextFaultId } = fresh;
      Object.assign(world, { faults, nextFaultId });
    }
    if (isAll) play(scenario);
  };

  const begin = (scenario: Scenario, wanted: Partial<EmulatorSettings>) => {
    const secrets = secretsOf(scenario);
    // Once in vain: what the rules refuse is refused before anything has changed.
    worldOf(scenario, secrets, context);
    const first = settingsFrom(options);
    const opening = Object.fromEntries(playable.map((name) => [name, wanted[name] ?? first[name]]));
    cancelSteps();
    playing = { scenario, settings: opening, secrets };
    reset(begun);
  };

  const read = (): ScenarioState | null =>
    playing && {
      name: playing.scenario.name,
      title: playing.scenario.document.title,
      about: playing.scenario.document.about,
      steps: steps.map(({ atMs, message, done, refusal }) => ({
        at: new Date(atMs).toISOString(),
        message,
        done,
        refusal,
      })),
    };

  return {
    read,
    async list() {
      const scenarios = await Promise.all((await builtInNames()).map((name) => loadBuiltIn(name, schema)));
      return scenarios.map(({ name, document: { title, about } }) => ({ name, title, about }));
    },
    async load(which) {
      const scenario = typeof which === 'string' ? await loadBuiltIn(which, schema) : readScenario(which, schema);
      begin(scenario, settingsOf(scenario.document));
      return read()!;
    },
    open(scenario, given) {
      const wanted = Object.entries(settingsOf(scenario.document));
      begin(scenario, Object.fromEntries(wanted.filter(([name]) => given[name as OptionName] === undefined)));
    },
    layOut,
    interrupt(because) {
      cancelSteps();
      for (const step of steps) if (!step.done) step.refusal = because;
      changed('scenario');
    },
  };
}

/** The settings that a scenario may bring. */
const playable = optionNames.filter((name) => (optionTable[name] as OptionRow).isLive === true);

function settingsOf({ seed, settings = {} }: ScenarioDocument): Partial<EmulatorSettings> {
  const written = new Map(Object.entries({ ...settings, seed }));
  const given = optionNames.filter((name) => written.get(name) !== undefined);
  return Object.fromEntries(given.map((name) => [name, readOption(name, written.get(name))]));
}
