// The controls of an emulator. They follow the same rules as clients and the clock. Inputs have been validated by calls.ts.

import type {
  Health,
  NewWorld,
  Page,
  RecordingReport,
  ScenarioRequest,
  ScenarioState,
  ScenarioSummary,
  Slice,
  WorldView,
} from '../../api-types.ts';
import { isoTime } from '../../clock/timestamps.ts';
import type { EmulatorContext } from '../../context.ts';
import { version } from '../../version.ts';
import {
  createApplicationsControl,
  createConsentsControl,
  createPilotsControl,
  createTokensControl,
} from './accounts.ts';
import type { ApplicationsControl, ConsentsControl, PilotsControl, TokensControl } from './accounts.ts';
import {
  createClockControl,
  createResetControl,
  createRewind,
  createSettingsControl,
  createStateControl,
} from './emulator.ts';
import type { ClockControl, ResetControl, SettingsControl, StateControl } from './emulator.ts';
import { createFlightsControl } from './flights.ts';
import type { FlightsControl } from './flights.ts';
import { createFaultsControl, createJournalControl, createLimitsControl } from './requests.ts';
import type { FaultsControl, JournalControl, LimitsControl } from './requests.ts';

export type Controls = {
  health(): Health;
  clock: ClockControl;
  faults: FaultsControl;
  journal: JournalControl;
  flights: FlightsControl;
  applications: ApplicationsControl;
  pilots: PilotsControl;
  consents: ConsentsControl;
  tokens: TokensControl;
  limits: LimitsControl;
  settings: SettingsControl;
  state: StateControl;
  scenario: ScenarioStage;
  worlds: WorldsControl;
  recording: RecordingControl;
} & ResetControl;

/** What was recorded from a real service (record/); null if this emulator records none. */
type RecordingControl = {
  read(): RecordingReport | null;
  /** The document of a scenario. */
  scenario(): object | null;
};

/** Worlds side by side (server/worlds.ts). */
export type WorldsControl = {
  list(): WorldView[];
  add(world: NewWorld): Promise<WorldView>;
  remove(id: string): Promise<void>;
};

/** The scenario player (scenario/), which is loaded with the first scenario. */
type ScenarioControl = {
  /** The running scenario and its progress, or null. */
  read(): ScenarioState | null;
  /** The built-in scenarios. */
  list(): Promise<Page<ScenarioSummary>>;
  /** Starts a scenario by its name, or a document. */
  load(which: ScenarioRequest): Promise<ScenarioState>;
};

export type ScenarioStage = {
  /** Starts the scenario given at startup, a name or a file. */
  open(nameOrFile: string): Promise<void>;
  /** Sets parts that were reset to the initial state of the running scenario. */
  restore(parts: readonly Slice[]): void;
  /** Cancels the remaining steps. */
  interrupt(because: string): void;
} & ScenarioControl;

type ControlsParts = {
  context: EmulatorContext;
  /** The known client secrets by client ID; updated here. */
  secrets: Map<string, string>;
  /** Creates the scenario player, which resets parts of the emulator. */
  createStage(reset: (parts: readonly Slice[]) => void): ScenarioStage;
  worlds: WorldsControl;
  recording: RecordingControl;
};

export function createControls({ context, secrets, createStage, worlds, recording }: ControlsParts): Controls {
  const { clock, settings } = context;
  const rewind = createRewind({ context, secrets, restore: (parts) => stage.restore(parts) });
  const stage = createStage(rewind);
  const controls: Controls = {
    health: () => ({
      // A client must not mistake a real service for an emulator.
      status: settings.record === null ? 'ok' : 'recording',
      version,
      mode: settings.mode,
      now: isoTime(clock.now()),
    }),
    ...createResetControl(context, rewind),
    clock: createClockControl(context),
    faults: createFaultsControl(context),
    journal: createJournalControl(context),
    flights: createFlightsControl(context),
    applications: createApplicationsControl(context, secrets),
    pilots: createPilotsControl(context),
    consents: createConsentsControl(context),
    tokens: createTokensControl(context),
    limits: createLimitsControl(context),
    settings: createSettingsControl(context),
    state: createStateControl(context, (because) => stage.interrupt(because)),
    scenario: stage,
    worlds,
    recording,
  };
  return controls;
}
