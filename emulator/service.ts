// What every route works with: the world, the time, the settings. One per emulator; nothing of it lives in a module.

import type { EmulatorClock } from './clock.ts';
import type { ChangedPart } from './control/types.ts';
import type { Checks } from './flights/checks.ts';
import type { Journal } from './journal/journal.ts';
import type { News } from './news.ts';
import type { EmulatorSettings } from './options.ts';
import type { Pictures } from './pictures.ts';
import type { SeenSecret } from './secrets-seen.ts';
import type { World } from './world.ts';

export interface Service {
  world: World;
  clock: EmulatorClock;
  /** Read them when they are needed: the live ones change while the emulator runs. */
  settings: EmulatorSettings;
  checks: Checks;
  journal: Journal;
  /** Those that came last, for the console. */
  pictures: Pictures;
  news: News;
  /** The address under which the service is reached, without a slash at its end; also its issuer (RFC 9207). */
  url(): string;
  /** The world has changed, in these parts: it is told, and it goes into the state file. */
  changed(...what: ChangedPart[]): void;
  /** Present where whoever embeds the emulator asked for it. */
  onSecret?: (secret: SeenSecret) => void;
}
