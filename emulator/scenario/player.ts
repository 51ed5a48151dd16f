// Runs a scenario: sets up its initial state and executes each step when it is due on the emulator's clock. Steps go
// through the table of calls, like requests over HTTP. A step that fails keeps its error, and the scenario continues.

import { slices } from '../api-types.ts';
import type { ScenarioState, Slice } from '../api-types.ts';
import { runCall } from '../control/calls.ts';
import { copyParts } from '../control/control-context.ts';
import type { ControlContext, ScenarioStage } from '../control/control-context.ts';
import { wholeList } from '../control/call.ts';
import { isoTime } from '../clock/clock.ts';
import { EmulatorError, reasonOf } from '../emulator-error.ts';
import { liveNames, optionNames } from '../options/option-table.ts';
import type { EmulatorSettings, OptionName } from '../options/option-table.ts';
import { readOption, settingsFrom } from '../options/options.ts';
import type { EmulatorOptions } from '../options/options.ts';
import { accountCalls } from '../control/accounts.ts';
import { makeFlights } from '../control/flights.ts';
import { requestCalls } from '../control/requests.ts';
import { randomSecret } from '../http/digest.ts';
import { checkParties } from '../world/fault-schema.ts';
import { createSeededWorld, seededSecrets } from '../world/world.ts';
import type { World } from '../world/world.ts';
import { historyOf } from './history.ts';
import {
  builtInNames,
  createScenarioSchema,
  loadBuiltIn,
  loadScenario,
  readScenario,
  scenarioError,
} from './load-scenario.ts';
import type { Scenario, ScenarioDocument, ScenarioSchema } from './load-scenario.ts';

type Playing = {
  scenario: Scenario;
  settings: Partial<EmulatorSettings>;
  secrets: ReadonlyMap<string, string>;
};

/** What a scenario initializes: everything but the clock and the journal. */
const begun = slices.filter((slice) => slice !== 'clock' && slice !== 'journal');

/**
 * @param emulator that exists once it is called
 * @param options those given at startup
 */
export function createScenarioPlayer(emulator: () => ControlContext, options: EmulatorOptions): ScenarioStage {
  let schema: ScenarioSchema | null = null;
  // Made with the first scenario, because it takes a while.
  const schemaOf = () => (schema ??= createScenarioSchema());
  let playing: Playing | null = null;
  let steps: Step[] = [];

  const perform = (step: Step) => {
    step.done = true;
    void attempt(() => runCall(emulator(), step.call, step.input)).then((error) => {
      step.error = error;
      emulator().changed('scenario');
    });
  };

  const cancelSteps = () => {
    for (const { cancel } of steps) cancel();
  };

  const play = ({ document }: Scenario) => {
    const { clock, changed } = emulator();
    const beganAtMs = clock.now();
    steps = stepsOf(document, beganAtMs);
    for (const step of steps) {
      if (step.atMs === beganAtMs) perform(step);
      else step.cancel = clock.schedule(step.atMs, () => perform(step));
    }
    changed('scenario');
  };

  const restore = (parts: readonly Slice[]) => {
    if (playing === null) return;
    const { world, settings, changed } = emulator();
    const { scenario, secrets } = playing;
    const isAll = begun.every((slice) => parts.includes(slice));
    if (isAll) {
      cancelSteps();
      Object.assign(settings, playing.settings);
      changed('settings');
    }
    const fresh = worldOf(scenario, secrets, emulator());
    copyParts(
      world,
      fresh,
      parts.filter((part) => part === 'pilots' || part === 'flights' || part === 'faults'),
    );
    if (parts.includes('applications') && scenario.document.applications !== undefined) {
      world.applications.clear();
      // Added one by one, so that the list of clients has their secrets.
      for (const application of scenario.document.applications) {
        runCall(emulator(), 'applications.add', { ...application, clientSecret: secrets.get(application.clientId) });
      }
    }
    if (isAll) play(scenario);
  };

  const begin = (scenario: Scenario, wanted: Partial<EmulatorSettings>) => {
    const secrets = secretsOf(scenario);
    // A trial run, so that an invalid scenario is rejected before anything changes.
    worldOf(scenario, secrets, emulator());
    const first = settingsFrom(options);
    const opening = Object.fromEntries(liveNames.map((name) => [name, wanted[name] ?? first[name]]));
    cancelSteps();
    playing = { scenario, settings: opening, secrets };
    emulator().rewind(begun);
  };

  const read = (): ScenarioState | null =>
    playing && {
      name: playing.scenario.name,
      title: playing.scenario.document.title,
      about: playing.scenario.document.about,
      steps: steps.map(({ atMs, message, done, error }) => ({
        at: isoTime(atMs),
        message,
        done,
        error,
      })),
    };

  return {
    read,
    async list() {
      const scenarios = await Promise.all((await builtInNames()).map((name) => loadBuiltIn(name, schemaOf())));
      return wholeList(scenarios.map(({ name, document: { title, about } }) => ({ name, title, about })));
    },
    async load(which) {
      const scenario =
        'name' in which ? await loadBuiltIn(which.name, schemaOf()) : readScenario(which.document, schemaOf());
      begin(scenario, settingsOf(scenario.document));
      return read()!;
    },
    async open(nameOrFile) {
      const scenario = await loadScenario(nameOrFile, schemaOf());
      const wanted = Object.entries(settingsOf(scenario.document));
      begin(scenario, Object.fromEntries(wanted.filter(([name]) => options[name as OptionName] === undefined)));
    },
    restore,
    interrupt(because) {
      if (playing === null) return;
      cancelSteps();
      for (const step of steps) if (!step.done) step.error = because;
      emulator().changed('scenario');
    },
  };
}

function settingsOf({ seed, settings = {} }: ScenarioDocument): Partial<EmulatorSettings> {
  const written = new Map(Object.entries({ ...settings, seed }));
  const given = optionNames.filter((name) => written.get(name) !== undefined);
  return Object.fromEntries(given.map((name) => [name, readOption(name, written.get(name))]));
}

type Step = {
  atMs: number;
  call: string;
  input: unknown;
  message: string;
  done: boolean;
  error: string | null;
  cancel: () => void;
};

/** In the order in which they are due. */
function stepsOf({ steps }: ScenarioDocument, beganAtMs: number): Step[] {
  return steps
    .map((step) => ({
      atMs: beganAtMs + step.at,
      call: step.call,
      input: step.with ?? {},
      message: step.message ?? `${step.call} ${JSON.stringify(step.with ?? {})}`,
      done: false,
      error: null,
      cancel: () => undefined,
    }))
    .toSorted((left, right) => left.atMs - right.atMs);
}

async function attempt(run: () => unknown): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (cause) {
    // Any other error is a bug; the scenario continues anyway.
    if (!(cause instanceof EmulatorError)) process.emitWarning(cause instanceof Error ? cause : String(cause));
    return reasonOf(cause);
  }
}

// The initial state of a scenario: the seeded world with the scenario's replacements. It is built with the same calls
// as over HTTP, on a separate world, so that it applies completely or not at all.

/** The client secrets of the scenario's applications, or those of the seed. */
function secretsOf({ document }: Scenario): ReadonlyMap<string, string> {
  const { applications } = document;
  if (applications === undefined) return seededSecrets();
  return new Map(applications.map(({ clientId, clientSecret }) => [clientId, clientSecret ?? randomSecret('cs_')]));
}

/** Returns a new world each time. Throws an `EmulatorError` that names the place of a mistake. */
function worldOf(scenario: Scenario, secrets: ReadonlyMap<string, string>, context: ControlContext): World {
  const { pilots, applications, flights = [], faults = [], steps } = scenario.document;
  const world = createSeededWorld();
  const changed = () => undefined;
  const apart: ControlContext = {
    ...context,
    world,
    secrets: new Map(),
    checks: { ...context.checks, follow: changed },
    changed,
  };
  const addAll = <Item>(place: string, items: readonly Item[], add: (item: Item, index: number) => unknown) => {
    for (const [index, item] of items.entries()) {
      try {
        add(item, index);
      } catch (cause) {
        if (!(cause instanceof EmulatorError)) throw cause;
        throw scenarioError(scenario.name, `${place}.${index}: ${cause.message}`);
      }
    }
  };

  if (pilots !== undefined) world.pilots.clear();
  addAll('pilots', pilots ?? [], (pilot) => accountCalls['pilots.add'].run(apart, pilot));
  if (applications !== undefined) world.applications.clear();
  addAll('applications', applications ?? [], (application) => {
    const clientSecret = secrets.get(application.clientId) ?? '';
    accountCalls['applications.add'].run(apart, { ...application, clientSecret });
  });
  addAll('flights', flights, ({ count = 1, ago = 0, over = 0, ...flight }, index) => {
    const fromMs = context.clock.now() - ago;
    const { seed } = context.settings;
    if (over === 0) return makeFlights(apart, { count, ...flight, createdAt: isoTime(Math.max(0, fromMs)) });
    const past = historyOf(fromMs, over, count, `${seed} ${index}`);
    const records = past.map((one) => ({ ...flight, ...one, figures: { ...one.figures, ...flight.figures } }));
    return makeFlights(apart, { records });
  });
  addAll('faults', faults, (fault) => requestCalls['faults.add'].run(apart, fault));
  const known = {
    pilots: new Set([...world.pilots.keys(), ...addedBy(steps, 'pilots.add', 'id')]),
    applications: new Set([...world.applications.keys(), ...addedBy(steps, 'applications.add', 'clientId')]),
  };
  addAll('steps', steps, ({ with: input = {} }) => {
    const { match = {}, records = [], ...parties } = input as Parties & { match?: Parties; records?: Parties[] };
    for (const named of [parties, match, ...records]) checkParties(named, known);
  });
  return world;
}

type Parties = { pilot?: string; clientId?: string };

const addedBy = (steps: ScenarioDocument['steps'], call: string, member: string): string[] =>
  steps.filter((step) => step.call === call).map((step) => (step.with as Record<string, string>)[member]!);
