// What every route works with: the world, the time, the settings. One per emulator; nothing of it lives in a module.

import type { EmulatorClock } from './clock.ts';
import type { Checks } from './flights/checks.ts';
import type { EmulatorSettings } from './options.ts';
import type { World } from './world.ts';

export interface Service {
  world: World;
  clock: EmulatorClock;
  settings: EmulatorSettings;
  checks: Checks;
  /** The address under which the service is reached, without a slash at its end; also its issuer (RFC 9207). */
  url(): string;
  /** The world has changed. */
  changed(): void;
}
