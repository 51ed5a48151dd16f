// The controls of an emulator: what is done to the service that its own interface does not offer. Each goes through
// the rules that time and clients go through. They trust what they are given: calls.ts reads it first.

import type { EmulatorOptions } from '../options.ts';
import type { Service } from '../service.ts';
import { version } from '../version.ts';
import { createApplicationsControl } from './applications.ts';
import type { ApplicationsControl } from './applications.ts';
import { createClockControl } from './clock.ts';
import type { ClockControl } from './clock.ts';
import { createConsentsControl } from './consents.ts';
import type { ConsentsControl } from './consents.ts';
import { createFaultsControl } from './faults.ts';
import type { FaultsControl } from './faults.ts';
import { createFlightsControl } from './flights.ts';
import type { FlightsControl } from './flights.ts';
import { createJournalControl } from './journal.ts';
import type { JournalControl } from './journal.ts';
import { createLimitsControl } from './limits.ts';
import type { LimitsControl } from './limits.ts';
import { isoMoment } from './moments.ts';
import { createPilotsControl } from './pilots.ts';
import type { PilotsControl } from './pilots.ts';
import { createResetControl, createRewind } from './reset.ts';
import type { ResetControl } from './reset.ts';
import { createScenarioStage } from './scenario.ts';
import type { ScenarioStage } from './scenario.ts';
import { createSettingsControl } from './settings.ts';
import type { SettingsControl } from './settings.ts';
import { createStateControl } from './state.ts';
import type { StateControl } from './state.ts';
import { createTokensControl } from './tokens.ts';
import type { TokensControl } from './tokens.ts';
import type { Health } from './types.ts';

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
  service: Service;
  /** What the emulator was started with. */
  options: EmulatorOptions;
  /** The plain secrets by client id, as far as they are known; kept up to date here. */
  secrets: Map<string, string>;
}

export function createControls({ service, options, secrets }: ControlsParts): Controls {
  const { clock, settings } = service;
  const rewind = createRewind({ service, secrets, layOut: (parts) => stage.layOut(parts) });
  const stage = createScenarioStage({ service, options, controls: () => controls, reset: rewind });
  const controls: Controls = {
    health: () => ({ status: 'ok', version, mode: settings.mode, now: isoMoment(clock.now()) }),
    ...createResetControl(service, rewind),
    clock: createClockControl(service),
    faults: createFaultsControl(service),
    journal: createJournalControl(service),
    flights: createFlightsControl(service),
    applications: createApplicationsControl(service, secrets),
    pilots: createPilotsControl(service),
    consents: createConsentsControl(service),
    tokens: createTokensControl(service),
    limits: createLimitsControl(service),
    settings: createSettingsControl(service),
    state: createStateControl(service, (because) => stage.interrupt(because)),
    scenario: stage,
  };
  return controls;
}
