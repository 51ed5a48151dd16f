// The stage of a flight, as a pure rule over the flags of its record. The document shows no transitions (A5): every
// combination of flags has a stage, in no assumed order.
import type { Flight } from '../../contract/flight.ts';
import type { Actor, Bay, Strip } from '../../contract/strip.ts';

export type FlightStage = {
  readonly bay: Bay;
  readonly actor: Actor;
  readonly segments: Strip['segments'];
} & (
  | { readonly isCompleted: false; readonly stage: 'automatic-check' | 'with-moderator' }
  /** Nothing more is expected: completed, archived, or not followed. */
  | { readonly isCompleted: true; readonly stage: 'completed' | 'archived' | 'received' }
);

/** With the service, and nothing more is learned of it. */
export const receivedStage: FlightStage = {
  stage: 'received',
  bay: 'completed',
  actor: 'nobody',
  segments: ['done', 'done', 'skipped', 'skipped', 'skipped'],
  isCompleted: true,
};

/** `canRead` false: nothing more is learned of the flight (A4), so "received" is its last stage. */
export function stageOf(flight: Flight, canRead: boolean | null): FlightStage {
  const isRated = flight.ratingContribution !== null || flight.seasonPoints !== null;
  if (flight.isArchived) return completedAs('archived', flight);
  // The figures come with the last check (A5); a moderator's check after the automatic one is the last.
  if (isRated || (flight.moderatorChecked && flight.automatedChecked)) return completedAs('completed', flight);
  if (canRead === false) return receivedStage;
  if (flight.automatedChecked) {
    return {
      stage: 'with-moderator',
      bay: 'under-review',
      actor: 'moderator',
      segments: ['done', 'done', 'done', 'now', 'open'],
      isCompleted: false,
    };
  }
  return {
    stage: 'automatic-check',
    bay: 'under-review',
    actor: 'service',
    segments: ['done', 'done', 'now', flight.moderatorChecked ? 'done' : 'open', 'open'],
    isCompleted: false,
  };
}

/** A check that was not made was not needed. */
const completedAs = (stage: 'archived' | 'completed', flight: Flight): FlightStage => ({
  stage,
  bay: 'completed',
  actor: 'nobody',
  segments: [
    'done',
    'done',
    flight.automatedChecked ? 'done' : 'skipped',
    flight.moderatorChecked ? 'done' : 'skipped',
    'done',
  ],
  isCompleted: true,
});
