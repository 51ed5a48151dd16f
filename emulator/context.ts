// What every route works with: the world, the time, the settings. One per emulator; nothing of it lives in a module.

import type { EmulatorClock } from './clock/clock.ts';
import type { ChangedPart } from './api-types.ts';
import type { Checks } from './world/flight-checks.ts';
import type { Journal } from './journal/journal.ts';
import type { EventBus } from './journal/event-bus.ts';
import type { World } from './world/world.ts';
import type { SeenSecret } from './options/seen-secret.ts';
import type { EmulatorSettings } from './options/option-table.ts';

export interface EmulatorContext {
  world: World;
  clock: EmulatorClock;
  /** Read them when they are needed: the live ones change while the emulator runs. */
  settings: EmulatorSettings;
  checks: Checks;
  journal: Journal;
  /** Those that came last, for the console. */
  images: RecentUploads;
  events: EventBus;
  /** The address under which the service is reached, without a slash at its end; also its issuer (RFC 9207). */
  url(): string;
  /** The world has changed, in these parts: it is told, and it goes into the state file. */
  changed(...what: ChangedPart[]): void;
  /** Present where whoever embeds the emulator asked for it. */
  onSecret?: (secret: SeenSecret) => void;
}

export interface Image {
  mediaType: string;
  bytes: Buffer;
}

export interface RecentUploads {
  /** How long an image may be that is to be kept; 0 in a flood, of which nobody could look at every image. */
  roomBytes(): number;
  /** Whole, in pieces, which are its own from now on. One that is longer than all that may be kept is let go. */
  keep(flightId: number, mediaType: string, chunks: readonly Buffer[]): void;
  has(flightId: number): boolean;
  /** Null where it is not, or no longer, there. */
  read(flightId: number): Image | null;
  clear(): void;
}
