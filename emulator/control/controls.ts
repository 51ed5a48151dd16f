// The controls of an emulator. They follow the same rules as clients and the clock. Inputs have been validated by calls.ts.

import type { EmulatorContext } from '../context.ts';
import { version } from '../version.ts';
import { createApplicationsControl } from './subjects/applications.ts';
import type { ApplicationsControl } from './subjects/applications.ts';
import { createClockControl } from './subjects/clock.ts';
import type { ClockControl } from './subjects/clock.ts';
import { createConsentsControl } from './subjects/consents.ts';
import type { ConsentsControl } from './subjects/consents.ts';
import { createFaultsControl } from './subjects/faults.ts';
import type { FaultsControl } from './subjects/faults.ts';
import { createFlightsControl } from './subjects/flights.ts';
import type { FlightsControl } from './subjects/flights.ts';
import { createJournalControl } from './subjects/journal.ts';
import type { JournalControl } from './subjects/journal.ts';
import { createLimitsControl } from './subjects/limits.ts';
import type { LimitsControl } from './subjects/limits.ts';
import { isoMoment } from '../clock/timestamps.ts';
import { createPilotsControl } from './subjects/pilots.ts';
import type { PilotsControl } from './subjects/pilots.ts';
import { createResetControl, createRewind } from './subjects/reset.ts';
import type { ResetControl } from './subjects/reset.ts';
import type { ScenarioStage } from './subjects/scenario.ts';
import { createSettingsControl } from './subjects/settings.ts';
import type { SettingsControl } from './subjects/settings.ts';
import { createStateControl } from './subjects/state.ts';
import type { StateControl } from './subjects/state.ts';
import { createTokensControl } from './subjects/tokens.ts';
import type { TokensControl } from './subjects/tokens.ts';
import type { Health, Slice } from '../api-types.ts';

export interface Controls extends ResetControl {
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
}

export interface ControlsParts {
  context: EmulatorContext;
  /** The known client secrets by client ID; updated here. */
  secrets: Map<string, string>;
  /** Creates the scenario player, which resets parts of the emulator. */
  createStage(reset: (parts: readonly Slice[]) => void): ScenarioStage;
}

export function createControls({ context, secrets, createStage }: ControlsParts): Controls {
  const { clock, settings } = context;
  const rewind = createRewind({ context, secrets, restore: (parts) => stage.restore(parts) });
  const stage = createStage(rewind);
  const controls: Controls = {
    health: () => ({ status: 'ok', version, mode: settings.mode, now: isoMoment(clock.now()) }),
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
  };
  return controls;
}
