// What every route works with: the world, the time, the settings. One per emulator; nothing of it lives in a module.

import type { EmulatorClock } from './clock/clock.ts';
import type { ChangedPart } from './api-types.ts';
import type { Checks } from './world/flight-checks.ts';
import type { Journal } from './journal/journal.ts';
import type { EventBus } from './journal/event-bus.ts';
import type { EmulatorSettings } from './options/options.ts';
import type { RecentUploads } from './flights/recent-uploads.ts';
import type { SeenSecret } from './oauth/secret-observer.ts';
import type { World } from './world/world.ts';

export interface Service {
  world: World;
  clock: EmulatorClock;
  /** Read them when they are needed: the live ones change while the emulator runs. */
  settings: EmulatorSettings;
  checks: Checks;
  journal: Journal;
  /** Those that came last, for the console. */
  pictures: RecentUploads;
  events: EventBus;
  /** The address under which the service is reached, without a slash at its end; also its issuer (RFC 9207). */
  url(): string;
  /** The world has changed, in these parts: it is told, and it goes into the state file. */
  changed(...what: ChangedPart[]): void;
  /** Present where whoever embeds the emulator asked for it. */
  onSecret?: (secret: SeenSecret) => void;
}
