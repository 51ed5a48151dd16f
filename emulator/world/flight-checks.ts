// A5: the checks that come later on the service's clock. The rules say what may happen to a flight; the schedule lets
// time do it. A moderator's hand goes through the same rules.

import type { EmulatorClock } from '../clock/clock.ts';
import { EmulatorError } from '../emulator-error.ts';
import type { Flight, World } from './world.ts';
import type { FlightFigures } from './world.ts';
import type { EmulatorSettings } from '../options/option-table.ts';

export interface Checks {
  /** Lets time act on a flight that was just added. */
  follow(flight: Flight): void;
  /** The automatic check, now. */
  check(id: number, figures?: Partial<FlightFigures>): Flight;
  /** The moderator's check, now; with figures, the moderator corrects them. */
  moderate(id: number, figures?: Partial<FlightFigures>): Flight;
  /** The report is refused or put away. */
  archive(id: number): Flight;
  /** The world is another one: forgets what was due and takes up what is due in it. */
  followAll(): void;
}

type Settings = Pick<EmulatorSettings, 'moderationDelayMs'>;

export function createChecks(dependencies: {
  world: World;
  clock: EmulatorClock;
  settings: Settings;
  changed: (part: 'flights') => void;
}): Checks {
  const { world, clock, settings, changed } = dependencies;
  const cancels = new Map<number, () => void>();

  const follow = (flight: Flight) => {
    cancels.get(flight.id)?.();
    cancels.delete(flight.id);
    if (flight.dueAtMs === null) return;
    cancels.set(
      flight.id,
      clock.schedule(flight.dueAtMs, () => {
        cancels.delete(flight.id);
        apply(flight, nextMove(flight), flight.dueAtMs ?? clock.now());
      }),
    );
  };

  const apply = (flight: Flight, move: Move, atMs: number): Flight => {
    const moved = moveFlight(flight, move, atMs, settings);
    world.flights.set(moved.id, moved);
    follow(moved);
    changed('flights');
    return moved;
  };

  const byHand =
    (move: Move) =>
    (id: number, figures: Partial<FlightFigures> = {}) => {
      const flight = world.flights.get(id);
      if (flight === undefined) throw new EmulatorError('unknown', `Flight ${id} not found.`);
      const obstacle = obstacleTo(flight, move);
      if (obstacle !== null) throw new EmulatorError('not-allowed', `Flight ${id} ${obstacle}.`);
      return apply({ ...flight, figures: { ...flight.figures, ...figures } }, move, clock.now());
    };

  /** What a loaded world still has to come, oldest first. */
  const followAll = () => {
    for (const cancel of cancels.values()) cancel();
    cancels.clear();
    for (const flight of world.flights.values()) follow(flight);
  };
  followAll();

  return { follow, check: byHand('check'), moderate: byHand('moderate'), archive: byHand('archive'), followAll };
}

type Move = 'check' | 'moderate' | 'archive';

/** Why a move is not possible now, or null. */
function obstacleTo(flight: Flight, move: Move): string | null {
  if (flight.isArchived) return 'is archived and can no longer change';
  if (move === 'check' && flight.automatedChecked) return 'has already passed the automatic check';
  if (move === 'moderate' && !flight.automatedChecked) return 'has not passed the automatic check yet';
  if (move === 'moderate' && flight.moderatorChecked) return 'has already been approved';
  return null;
}

/** Why no moves lead to a flight with these flags, or null. */
export function obstacleToState({ automatedChecked, moderatorChecked }: Flight): string | null {
  return moderatorChecked && !automatedChecked ? 'moderation comes only after the automatic check' : null;
}

/** What time does to it next. */
export const nextMove = ({ automatedChecked }: Flight): Move => (automatedChecked ? 'moderate' : 'check');

/** What a move makes of a flight, and when time moves it next. */
export function moveFlight(flight: Flight, move: Move, atMs: number, { moderationDelayMs }: Settings): Flight {
  switch (move) {
    case 'archive':
      return { ...flight, isArchived: true, dueAtMs: null };
    case 'moderate':
      return { ...flight, moderatorChecked: true, dueAtMs: null };
    case 'check':
      return { ...flight, automatedChecked: true, dueAtMs: flight.needsModerator ? atMs + moderationDelayMs : null };
  }
}
