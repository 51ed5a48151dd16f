// What the calls of the control interface act on: the emulator, and what belongs to its host.

import { z } from 'zod';
import type {
  ClockState,
  Page,
  RecordingReport,
  ScenarioState,
  ScenarioSummary,
  Slice,
  WorldView,
} from '../api-types.ts';
import type { EmulatorClock } from '../clock/clock.ts';
import { isoTime, isoTimeOrNull } from '../clock/clock.ts';
import type { EmulatorContext } from '../context.ts';
import { duration, members, oneOf, text, word } from '../options/input-schemas.ts';
import { optionTable } from '../options/option-table.ts';
import type { EmulatorSettings } from '../options/option-table.ts';
import { longestDurationMs } from '../options/option-kinds.ts';
import { createSeededWorld, seededSecrets } from '../world/world.ts';
import { dropDangling, dropFuture } from '../world/world-document.ts';
import type { World } from '../world/world.ts';

export type ControlContext = {
  secrets: Map<string, string>;
  firstSettings: Readonly<EmulatorSettings>;
  /** Resets parts to the seed, then to the initial state of the running scenario. */
  rewind(parts: readonly Slice[]): void;
  inTurn<Result>(step: () => Promise<Result>): Promise<Result>;
  scenario: ScenarioStage;
  worlds: WorldsControl;
  recording: RecordingControl;
} & EmulatorContext;

/** What was recorded from a real service (record/); null if this emulator records none. */
type RecordingControl = {
  read(): RecordingReport | null;
  scenario(): object | null;
};

/** A separate emulator next to the others, under `/w/ID`. */
export const newWorldSchema = members({
  /** Random by default. */
  id: word.optional(),
  /** Removed after this much real time without a request; 10 minutes by default. */
  idle: duration(longestDurationMs, 1).optional(),
  /** That of the emulator by default. */
  clock: oneOf(['system', 'virtual']).optional(),
  /** That of the emulator by default. */
  mode: oneOf(optionTable.mode.choices).optional(),
  /** The name of a built-in scenario, or a document; none by default. */
  scenario: z
    .union([text, z.record(z.string(), z.unknown())], { error: 'the name of a scenario, or a document' })
    .optional(),
  /** Options that differ from those of the emulator. */
  settings: z.record(z.string(), z.unknown(), { error: 'an object of settings' }).optional(),
});
type NewWorld = z.output<typeof newWorldSchema>;

/** Worlds side by side (server/worlds.ts). */
export type WorldsControl = {
  list(): WorldView[];
  add(world: NewWorld): Promise<WorldView>;
  remove(id: string): Promise<void>;
};

/** The scenario player (scenario/player.ts). */
export type ScenarioStage = {
  /** The running scenario and its progress, or null. */
  read(): ScenarioState | null;
  list(): Promise<Page<ScenarioSummary>>;
  /**
   * Starts a built-in scenario by its name, or a document. The clock and the journal continue. If it rejects with an
   * `EmulatorError`, nothing has changed.
   */
  load(which: { name: string } | { document: unknown }): Promise<ScenarioState>;
  /** Starts the scenario given at startup, a name or a file; explicit options take precedence over its settings. */
  open(nameOrFile: string): Promise<void>;
  /** Sets parts that were reset to the scenario's initial state; a complete reset also restarts its steps. */
  restore(parts: readonly Slice[]): void;
  interrupt(because: string): void;
};

export function createControlContext(dependencies: {
  context: EmulatorContext;
  secrets: Map<string, string>;
  createStage(emulator: () => ControlContext): ScenarioStage;
  worlds: WorldsControl;
  recording: RecordingControl;
}): ControlContext {
  const { context, secrets, createStage, worlds, recording } = dependencies;
  const { world, clock, journal, images, settings } = context;

  const rewind = (parts: readonly Slice[]) => {
    if (parts.includes('clock')) clock.steering?.restart();
    if (parts.includes('journal')) journal.clear();
    if (parts.includes('flights')) images.clear();
    if (parts.includes('applications')) {
      secrets.clear();
      for (const [clientId, secret] of seededSecrets()) secrets.set(clientId, secret);
    }
    copyParts(world, createSeededWorld(), parts);
    scenario.restore(parts);
    dropDangling(world);
    dropFuture(world, clock.now());
    replaceWorld(context, world);
  };
  const scenario = createStage(() => emulator);

  let last: Promise<unknown> = Promise.resolve();
  const emulator: ControlContext = {
    ...context,
    secrets,
    firstSettings: { ...settings },
    rewind,
    inTurn(step) {
      const done = last.then(step);
      last = done.catch(() => undefined);
      return done;
    },
    scenario,
    worlds,
    recording,
  };
  return emulator;
}

const membersOf: Partial<Record<Slice, readonly (keyof World)[]>> = {
  faults: ['faults', 'nextFaultId'],
  limits: ['usage'],
  consents: ['consents', 'codes', 'accessTokens', 'refreshTokens'],
  flights: ['flights', 'flightIdsByPilot', 'nextFlightId'],
  applications: ['applications'],
  pilots: ['pilots'],
};

/** Takes over what belongs to these parts. */
export function copyParts(world: World, from: World, parts: readonly Slice[]): void {
  const members = parts.flatMap((part) => membersOf[part] ?? []);
  Object.assign(world, Object.fromEntries(members.map((member) => [member, from[member]])));
}

/** Replaces the contents of the world object, because others hold a reference to it. */
export function replaceWorld({ world, clock, checks, images, events, changed }: EmulatorContext, by: World): void {
  // A new flight may reuse an ID and must not show the old image.
  if (by.flights !== world.flights) images.clear();
  Object.assign(world, by);
  checks.followAll();
  events.publish({ type: 'clock', clock: readClock(clock) });
  changed('applications', 'pilots', 'consents', 'tokens', 'flights', 'faults', 'limits');
}

export const readClock = ({ now, steering }: EmulatorClock): ClockState => ({
  now: isoTime(now()),
  frozen: steering?.isFrozen ?? false,
  scale: steering?.scale ?? 1,
  nextDueAt: isoTimeOrNull(steering?.nextDueAtMs ?? null),
});
