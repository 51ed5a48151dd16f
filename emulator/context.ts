// The dependencies of every route: world, clock, settings. One per emulator; there is no module state.

import type { AutoAdvance } from './clock/auto-advance.ts';
import type { EmulatorClock } from './clock/clock.ts';
import type { ChangedPart } from './api-types.ts';
import type { Checks } from './world/flight-checks.ts';
import type { HostRule } from './http/allowed-host.ts';
import type { Journal } from './journal/journal.ts';
import type { RecentUploads } from './journal/recent-uploads.ts';
import type { EventBus } from './journal/event-bus.ts';
import type { World } from './world/world.ts';
import type { SeenSecret } from './options/options.ts';
import type { EmulatorSettings } from './options/option-table.ts';

export type EmulatorContext = {
  world: World;
  clock: EmulatorClock;
  /** For delays and waits, which may move a frozen clock. */
  autoAdvance: AutoAdvance;
  /** Live settings change at run time, so read them when needed. */
  settings: EmulatorSettings;
  checks: Checks;
  journal: Journal;
  /** Recent images, for the console. */
  images: RecentUploads;
  events: EventBus;
  /** The base URL without a trailing slash; also the issuer (RFC 9207). */
  url(): string;
  /** Protects what trusts every client: the control interface and the consent page. */
  checkHost: HostRule;
  /** Publishes a change and schedules a write of the state file. */
  changed(...what: ChangedPart[]): void;
  /** Aborted when the emulator is disposed. */
  ended: AbortSignal;
  /** Set if the embedding test requested it. */
  onSecret?: (secret: SeenSecret) => void;
};
