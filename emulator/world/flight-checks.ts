// A5: the checks of a flight, scheduled on the emulator's clock or triggered by a control call, with the same rules.

import type { EmulatorClock } from '../clock/clock.ts';
import { EmulatorError, refuseUnknown } from '../emulator-error.ts';
import type { Flight, World, FlightFigures } from './world.ts';
import type { EmulatorSettings } from '../options/option-table.ts';

type Settings = Pick<EmulatorSettings, 'moderationDelayMs'>;

export type Checks = ReturnType<typeof createChecks>;

export function createChecks({
  world,
  clock,
  settings,
  changed,
}: {
  world: World;
  clock: EmulatorClock;
  settings: Settings;
  changed: (part: 'flights') => void;
}) {
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

  const now =
    (move: Move) =>
    (id: number, figures: Partial<FlightFigures> = {}) => {
      const flight = world.flights.get(id) ?? refuseUnknown(`Flight ${id}`);
      const error = moveError(flight, move);
      if (error !== null) throw new EmulatorError('not-allowed', `Flight ${id} ${error}.`);
      return apply({ ...flight, figures: { ...flight.figures, ...figures } }, move, clock.now());
    };

  const followAll = () => {
    for (const cancel of cancels.values()) cancel();
    cancels.clear();
    for (const flight of world.flights.values()) follow(flight);
  };
  followAll();

  return {
    /** Schedules the checks of a new flight. */
    follow,
    /** Each runs now; a correction may come with it. */
    check: now('check'),
    moderate: now('moderate'),
    archive: now('archive'),
    /** Reschedules everything after the state was replaced. */
    followAll,
  };
}

type Move = 'check' | 'moderate' | 'archive';

/** Returns why a move is not allowed, or null. */
function moveError(flight: Flight, move: Move): string | null {
  if (flight.isArchived) return 'is archived and can no longer change';
  if (move === 'check' && flight.automatedChecked) return 'has already passed the automatic check';
  if (move === 'moderate' && !flight.automatedChecked) return 'has not passed the automatic check yet';
  if (move === 'moderate' && flight.moderatorChecked) return 'has already been approved';
  return null;
}

/** Returns why a flight cannot have these flags, or null. */
export function flagsError({ automatedChecked, moderatorChecked }: Flight): string | null {
  return moderatorChecked && !automatedChecked ? 'moderation comes only after the automatic check' : null;
}

export const nextMove = ({ automatedChecked }: Flight): Move => (automatedChecked ? 'moderate' : 'check');

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
