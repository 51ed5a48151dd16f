// Plays a scenario: brings the world to its beginning and lets each step happen when it falls due on the service's clock.
// Steps go through the table of the control interface, as a call over HTTP would. What the rules refuse is kept on the
// step and told; nothing ends because of it.

import type { Beginning } from '../control/reset.ts';
import type { ScenarioState, ScenarioSummary } from '../control/types.ts';
import { optionNames, readOption } from '../options.ts';
import type { EmulatorOptions, EmulatorSettings } from '../options.ts';
import { EmulatorRefusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { secretsOf, worldOf } from './beginning.ts';
import { builtInNames, loadBuiltIn, loadScenario, readScenario } from './load-scenario.ts';
import type { Scenario } from './load-scenario.ts';
import { createScenarioSchema, durationMsOf } from './scenario-schema.ts';
import type { ScenarioDocument, StepInputs } from './scenario-schema.ts';

export interface ScenarioPlayer {
  /** The scenario that is played, and how far; null where there is none. */
  read(): ScenarioState | null;
  /** Those that come with the emulator. */
  list(): Promise<ScenarioSummary[]>;
  /**
   * Begins anew with a scenario: by the name of one that comes with the emulator, or as a value. Rejects with an
   * `EmulatorRefusal`, and then nothing has changed.
   */
  load(nameOrDocument: unknown): Promise<ScenarioState>;
  /** The scenario that an emulator begins with, by name or file. The options that were given stand above its settings. */
  open(nameOrFile: string, given: EmulatorOptions): Promise<void>;
  /** What is still to come does not happen any more, and why. */
  interrupt(because: string): void;
}

interface Step {
  atMs: number;
  call: string;
  input: unknown;
  words: string;
  done: boolean;
  refusal: string | null;
  cancel: () => void;
}

export function createScenarioPlayer(dependencies: {
  service: Service;
  inputs: StepInputs;
  /** Does a call of the control table. */
  runCall(name: string, input: unknown): unknown;
  /** Begins anew, and goes back there with every reset. */
  beginWith(beginning: Beginning): void;
}): ScenarioPlayer {
  const { service, runCall, beginWith } = dependencies;
  const { clock, changed } = service;
  const schema = createScenarioSchema(dependencies.inputs);
  let playing: Scenario | null = null;
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

  const play = (scenario: Scenario) => {
    cancelSteps();
    playing = scenario;
    const beganAtMs = clock.now();
    steps = stepsOf(scenario.document, beganAtMs);
    for (const step of steps) {
      if (step.atMs === beganAtMs) perform(step);
      else step.cancel = clock.schedule(step.atMs, () => perform(step));
    }
    changed('scenario');
  };

  const begin = (scenario: Scenario, settings: Partial<EmulatorSettings>) => {
    const secrets = secretsOf(scenario);
    const world = () => worldOf(scenario, secrets, service);
    // Once in vain: what the rules refuse is refused before anything has changed.
    world();
    beginWith({ world, secrets: () => secrets, settings, begins: () => play(scenario) });
  };

  const read = (): ScenarioState | null =>
    playing && {
      name: playing.name,
      title: playing.document.title,
      about: playing.document.about,
      steps: steps.map(({ atMs, words, done, refusal }) => ({
        at: new Date(atMs).toISOString(),
        words,
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
    async open(nameOrFile, given) {
      const scenario = await loadScenario(nameOrFile, schema);
      const wanted = Object.entries(settingsOf(scenario.document));
      begin(
        scenario,
        Object.fromEntries(wanted.filter(([name]) => given[name as keyof EmulatorSettings] === undefined)),
      );
    },
    interrupt(because) {
      cancelSteps();
      for (const step of steps) if (!step.done) step.refusal = because;
      changed('scenario');
    },
  };
}

/** In the order in which they fall due. */
function stepsOf({ steps }: ScenarioDocument, beganAtMs: number): Step[] {
  return steps
    .map((step) => ({
      atMs: beganAtMs + durationMsOf(step.at),
      call: step.call,
      input: step.with ?? {},
      words: step.say ?? `${step.call} ${JSON.stringify(step.with ?? {})}`,
      done: false,
      refusal: null,
      cancel: () => undefined,
    }))
    .toSorted((left, right) => left.atMs - right.atMs);
}

function settingsOf({ seed, settings = {} }: ScenarioDocument): Partial<EmulatorSettings> {
  const written = new Map(Object.entries({ ...settings, seed }));
  const given = optionNames.filter((name) => written.get(name) !== undefined);
  return Object.fromEntries(given.map((name) => [name, readOption(name, written.get(name))]));
}

/** Runs at once; the answer is why it did not go, or null. */
async function attempt(run: () => unknown): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (cause) {
    // Anything else is a bug of ours, and no reason to end in the middle of a scenario.
    if (!(cause instanceof EmulatorRefusal)) process.emitWarning(cause instanceof Error ? cause : String(cause));
    return cause instanceof Error ? cause.message : String(cause);
  }
}
