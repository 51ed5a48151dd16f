// The emulator as a whole: its clock, its settings, its state, and the way back to the initial state.

import { slices } from '../../api-types.ts';
import type {
  ClockChange,
  ClockState,
  Page,
  SettingsChange,
  SettingView,
  ResetRequest,
  Slice,
} from '../../api-types.ts';
import type { EmulatorClock } from '../../clock/clock.ts';
import { isoTime, latestTimeMs } from '../../clock/timestamps.ts';
import type { EmulatorContext } from '../../context.ts';
import { EmulatorError } from '../../emulator-error.ts';
import { describeValue } from '../../options/option-kinds.ts';
import type { OptionRow } from '../../options/option-kinds.ts';
import { optionNames, optionTable } from '../../options/option-table.ts';
import type { EmulatorSettings, OptionName } from '../../options/option-table.ts';
import { readOption } from '../../options/options.ts';
import { createSeededWorld, seededSecrets } from '../../world/seed.ts';
import { writeDocument } from '../../world/serialize-world.ts';
import { dropDangling, dropFuture } from '../../world/world-integrity.ts';
import type { World } from '../../world/world.ts';
import { wholeList } from './paging.ts';

/** With the duration as a number. */
type ReadClockChange = Omit<ClockChange, 'advanceMs'> & { advanceMs?: number | undefined };

export type ClockControl = {
  read(): ClockState;
  /** Resolves when everything due has happened. */
  change(change: ReadClockChange): Promise<ClockState>;
};

export function createClockControl({
  clock,
  events,
  changed,
}: Pick<EmulatorContext, 'clock' | 'events' | 'changed'>): ClockControl {
  let last: Promise<unknown> = Promise.resolve();

  const change = async ({ scale, freeze, set, advanceMs }: ReadClockChange): Promise<ClockState> => {
    // Read once: a running clock would return a later time.
    const nowMs = clock.now();
    const untilMs = set === undefined ? nowMs : Date.parse(set);
    if (untilMs < nowMs) {
      const message = `Time can’t go back: it is ${isoTime(nowMs)}, and ${set} is earlier.`;
      throw new EmulatorError('not-allowed', message);
    }
    if (untilMs + (advanceMs ?? 0) > latestTimeMs) {
      throw new EmulatorError('option', `The latest possible time is ${isoTime(latestTimeMs)}.`);
    }
    const isSteered = scale !== undefined || freeze !== undefined;
    const steering = isSteered ? steeringOf(clock) : undefined;
    if (scale !== undefined) steering?.rescale(scale);
    if (freeze !== undefined) steering?.freeze(freeze);
    if (set !== undefined) await clock.advance(Math.max(0, untilMs - clock.now()));
    if (advanceMs !== undefined) await clock.advance(advanceMs);
    changed();
    const state = readClock(clock);
    events.publish({ type: 'clock', clock: state });
    return state;
  };

  return {
    read: () => readClock(clock),
    change(asked) {
      const done = last.then(() => change(asked));
      last = done.catch(() => undefined);
      return done;
    },
  };
}

export function readClock({ now, steering }: EmulatorClock): ClockState {
  const dueAtMs = steering?.nextDueAtMs ?? null;
  return {
    now: isoTime(now()),
    frozen: steering?.isFrozen ?? false,
    scale: steering?.scale ?? 1,
    nextDueAt: dueAtMs === null ? null : isoTime(dueAtMs),
  };
}

function steeringOf({ steering }: EmulatorClock) {
  if (steering !== undefined) return steering;
  throw new EmulatorError('not-allowed', 'This emulator uses an external clock, which can’t be frozen or scaled here.');
}

export type SettingsControl = {
  list(): Page<SettingView>;
  /** All or nothing. Values are those of the library, or texts as on the command line. */
  change(change: SettingsChange): Page<SettingView>;
};

export function createSettingsControl({
  settings,
  changed,
}: Pick<EmulatorContext, 'settings' | 'changed'>): SettingsControl {
  const list = () => wholeList(optionNames.map((name) => viewSetting(name, settings)));
  return {
    list,
    change(change) {
      const read = Object.entries(change).map(([name, value]) => {
        const known = optionNames.find((other) => other === name);
        if (known === undefined) {
          const live = optionNames.filter((other) => isLive(other)).join(', ');
          throw new EmulatorError('option', `Unknown setting ${name}; live settings are ${live}.`);
        }
        if (!isLive(known)) {
          throw new EmulatorError('not-allowed', `${name} can only be set at startup.`);
        }
        return [known, readOption(known, value)] as const;
      });
      Object.assign(settings, Object.fromEntries(read));
      changed('settings', 'limits');
      return list();
    },
  };
}

const isLive = (name: OptionName) => rowOf(name).isLive === true;

const rowOf = (name: OptionName): OptionRow => optionTable[name];

function viewSetting(name: OptionName, settings: EmulatorSettings): SettingView {
  const row = rowOf(name);
  // The caller already has the token.
  const value = name === 'controlToken' ? null : settings[name];
  return {
    name,
    flag: row.flag,
    kind: row.kind,
    choices: row.choices === undefined ? null : [...row.choices],
    value,
    text: describeValue(row, value),
    assumption: row.assumption ?? null,
    help: row.help,
    isLive: isLive(name),
  };
}

export type StateControl = {
  /** Deterministic: the same state at the same time gives the same bytes. */
  export(): string;
  /**
   * Replaces the state with a document (its text or its value), all or nothing. Sets a frozen clock to the time of the
   * document; a running clock only moves forward.
   */
  import(document: unknown): Promise<void>;
};

/** @param interrupt cancels the running scenario */
export function createStateControl(context: EmulatorContext, interrupt: (because: string) => void): StateControl {
  const { world, clock, images } = context;
  return {
    export: () => writeDocument(world, clock.now()),
    async import(document) {
      const { readDocument, readWorld } = await import('../../world/world-document.ts');
      const read = typeof document === 'string' ? readDocument(document) : readWorld(document);
      if (!read.ok) {
        throw new EmulatorError('option', `Not a valid state document (${read.reason}). Nothing has changed.`);
      }
      if (clock.steering?.isFrozen === true) clock.steering.put(read.atMs);
      else clock.notBefore(read.atMs);
      images.clear();
      interrupt('another state was imported');
      replaceWorld(context, read.world);
    },
  };
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

export type ResetControl = {
  /** Everything including settings and scenario, or only the given slices. */
  reset(request: ResetRequest): void;
};

const membersOf: Partial<Record<Slice, readonly (keyof World)[]>> = {
  faults: ['faults', 'nextFaultId'],
  limits: ['usage'],
  consents: ['consents', 'codes', 'accessTokens', 'refreshTokens'],
  flights: ['flights', 'flightIdsByPilot', 'nextFlightId'],
  applications: ['applications'],
  pilots: ['pilots'],
};

/** Resets parts to the seed, then to the initial state of the running scenario. */
export function createRewind(dependencies: {
  context: EmulatorContext;
  /** The plain secrets by client ID. */
  secrets: Map<string, string>;
  restore: (parts: readonly Slice[]) => void;
}): (parts: readonly Slice[]) => void {
  const { context, secrets, restore } = dependencies;
  const { world, clock, journal, images } = context;

  return (parts) => {
    if (parts.includes('clock')) clock.steering?.restart();
    if (parts.includes('journal')) journal.clear();
    if (parts.includes('flights')) images.clear();
    if (parts.includes('applications')) {
      secrets.clear();
      for (const [clientId, secret] of seededSecrets()) secrets.set(clientId, secret);
    }
    const fresh = createSeededWorld();
    const members = parts.flatMap((part) => membersOf[part] ?? []);
    Object.assign(world, Object.fromEntries(members.map((member) => [member, fresh[member]])));
    restore(parts);
    dropDangling(world);
    dropFuture(world, clock.now());
    replaceWorld(context, world);
  };
}

export function createResetControl(context: EmulatorContext, rewind: (parts: readonly Slice[]) => void): ResetControl {
  const { clock, settings, changed } = context;
  const first = { ...settings };

  return {
    reset({ slices: wanted }) {
      if (wanted?.includes('clock') === true && clock.steering === undefined) {
        throw new EmulatorError('not-allowed', 'This emulator uses an external clock, which can’t be reset.');
      }
      if (wanted === undefined) {
        Object.assign(settings, first);
        changed('settings');
      }
      rewind(wanted ?? slices);
    },
  };
}
