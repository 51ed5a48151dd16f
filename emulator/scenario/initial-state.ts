// The initial state of a scenario: the seeded world with the scenario's replacements. It is built with the same calls
// as over HTTP, on a separate world, so that it applies completely or not at all.

import { accountCalls } from '../control/accounts.ts';
import type { ControlContext } from '../control/control-context.ts';
import { makeFlights } from '../control/flights.ts';
import { requestCalls } from '../control/requests.ts';
import { EmulatorError } from '../emulator-error.ts';
import { randomSecret } from '../http/digest.ts';
import { createSeededWorld, seededSecrets } from '../world/seed.ts';
import type { World } from '../world/world.ts';
import { historyOf } from './history.ts';
import { scenarioError } from './load-scenario.ts';
import type { Scenario } from './load-scenario.ts';

/** The client secrets of the scenario's applications, or those of the seed. */
export function secretsOf({ document }: Scenario): ReadonlyMap<string, string> {
  const { applications } = document;
  if (applications === undefined) return seededSecrets();
  return new Map(applications.map(({ clientId, clientSecret }) => [clientId, clientSecret ?? randomSecret('cs_')]));
}

/** Returns a new world each time. Throws an `EmulatorError` that names the place of a mistake. */
export function worldOf(scenario: Scenario, secrets: ReadonlyMap<string, string>, context: ControlContext): World {
  const { pilots, applications, flights = [], faults = [] } = scenario.document;
  const world = createSeededWorld();
  const changed = () => undefined;
  const apart: ControlContext = {
    ...context,
    world,
    secrets: new Map(),
    checks: { ...context.checks, follow: changed },
    changed,
  };
  const inPlace = (place: string, add: () => unknown) => {
    try {
      add();
    } catch (cause) {
      throw cause instanceof EmulatorError
        ? scenarioError(scenario.name, `${place}: ${withoutStop(cause.message)}`)
        : cause;
    }
  };

  if (pilots !== undefined) world.pilots.clear();
  for (const [index, pilot] of (pilots ?? []).entries()) {
    inPlace(`pilots.${index}`, () => accountCalls['pilots.add'].run(apart, pilot));
  }
  if (applications !== undefined) world.applications.clear();
  for (const [index, { clientSecret: _, ...application }] of (applications ?? []).entries()) {
    const clientSecret = secrets.get(application.clientId) ?? '';
    inPlace(`applications.${index}`, () =>
      accountCalls['applications.add'].run(apart, { ...application, clientSecret }),
    );
  }
  for (const [index, { count = 1, ago = 0, over = 0, ...flight }] of flights.entries()) {
    inPlace(`flights.${index}`, () => {
      const fromMs = context.clock.now() - ago;
      const { seed } = context.settings;
      if (over === 0) {
        const createdAt = new Date(Math.max(0, fromMs)).toISOString();
        makeFlights(apart, { count, ...flight, createdAt });
        return;
      }
      const past = historyOf(fromMs, over, count, `${seed} ${index}`);
      const records = past.map((one) => ({ ...flight, ...one, figures: { ...one.figures, ...flight.figures } }));
      makeFlights(apart, { records });
    });
  }
  for (const [index, fault] of faults.entries()) {
    inPlace(`faults.${index}`, () => requestCalls['faults.add'].run(apart, fault));
  }
  return world;
}

const withoutStop = (message: string) => message.replace(/\.$/, '');
