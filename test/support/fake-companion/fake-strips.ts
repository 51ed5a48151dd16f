// Strips for tests, with the fields that a stage implies filled in.
import type { Flight } from '../../../main/contract/flight.ts';
import type { StageName, Strip } from '../../../main/contract/strip.ts';
import { flightOf } from '../../core/sample-flight.ts';

export const makeFlight = (id: number, more: Partial<Flight> = {}): Flight =>
  flightOf({
    id,
    date: '2026-05-12T11:48:00',
    dateAt: Date.UTC(2026, 4, 12, 11, 48),
    createdAtText: '2026-05-12T11:48:09',
    createdAt: Date.UTC(2026, 4, 12, 11, 48, 9),
    ...more,
  });

export const routed: Partial<Flight> = {
  date: '2026-05-12T07:30:00',
  dateAt: Date.UTC(2026, 4, 12, 7, 30),
  aircraft: 'A20N',
  icaoOut: 'EDDF',
  icaoIn: 'LPPT',
  totalFt: 35_000,
  enRoute: 168,
  pax: 168,
  cargoKg: 2_140,
  delayMin: -4,
  automatedChecked: true,
};
const scored: Partial<Flight> = { ...routed, moderatorChecked: true, ratingContribution: 0.42, seasonPoints: 48 };

type Shape = Pick<Strip, 'bay' | 'segments' | 'actor' | 'actions'>;
const o = 'open' as const;
const d = 'done' as const;
const n = 'now' as const;

const shapes: Record<StageName, Shape> = {
  waiting: { bay: 'queue', segments: [n, o, o, o, o], actor: 'companion', actions: ['remove'] },
  uploading: { bay: 'queue', segments: [d, n, o, o, o], actor: 'companion', actions: [] },
  unconfirmed: {
    bay: 'needs-attention',
    segments: [d, n, o, o, o],
    actor: 'you',
    actions: ['mark-received', 'upload-again'],
  },
  held: { bay: 'needs-attention', segments: [d, o, o, o, o], actor: 'you', actions: ['retry', 'remove'] },
  approval: { bay: 'needs-attention', segments: [d, o, o, o, o], actor: 'you', actions: ['approve', 'reject'] },
  'not-uploaded': {
    bay: 'not-uploaded',
    segments: [d, 'skipped', 'skipped', 'skipped', 'skipped'],
    actor: 'nobody',
    actions: ['approve', 'remove'],
  },
  rejected: {
    bay: 'needs-attention',
    segments: [d, o, o, o, o],
    actor: 'you',
    actions: ['retry', 'remove', 'show-file'],
  },
  inferred: {
    bay: 'under-review',
    segments: [d, d, n, o, o],
    actor: 'service',
    actions: ['confirm-flight', 'release-flight'],
  },
  'automatic-check': { bay: 'under-review', segments: [d, d, n, o, o], actor: 'service', actions: [] },
  'with-moderator': { bay: 'under-review', segments: [d, d, d, n, o], actor: 'moderator', actions: [] },
  received: { bay: 'completed', segments: [d, d, 'skipped', 'skipped', 'skipped'], actor: 'nobody', actions: [] },
  completed: { bay: 'completed', segments: [d, d, d, d, d], actor: 'nobody', actions: [] },
  archived: { bay: 'completed', segments: [d, d, d, 'skipped', d], actor: 'nobody', actions: [] },
};

function flightFor(stage: StageName, id: number): Flight | null {
  if (stage === 'completed') return makeFlight(id, scored);
  if (stage === 'with-moderator') return makeFlight(id, routed);
  return stage === 'received' || shapes[stage].bay === 'under-review' ? makeFlight(id) : null;
}

type More = { readonly flightId?: number; readonly progress?: Strip['progress'] };

/** The fields implied by a stage, to be merged into one with an id and a file. */
export function makeStrip(stage: StageName, { flightId, progress = null }: More): Partial<Strip> {
  const flight = flightId === undefined ? {} : { flight: flightFor(stage, flightId) };
  return {
    usually: null,
    evidence:
      stage === 'unconfirmed' ? 'unknown' : stage === 'inferred' ? stage : flightId === undefined ? null : 'answered',
    pilot: null,
    isShown: true,
    isAgreed: false,
    lacksText: false,
    looksLike: null,
    own: null,
    reason: null,
    uploadsAt: null,
    progress,
    ...(flightId === undefined ? { flight: null } : flight),
    ...shapes[stage],
    stage,
  };
}

/** A whole strip. */
export function wholeStrip(id: string, stage: StageName, more: Partial<Strip> = {}): Strip {
  const number = Number(id.split('-')[1]);
  return {
    ...(makeStrip(stage, { flightId: number }) as Strip),
    id,
    hasImage: false,
    since: Date.UTC(2026, 4, 12, 12, 0, 0),
    file: {
      name: `report-${number}.png`,
      bytes: 1_677_722,
      source: { kind: 'dropped' },
      addedAt: Date.UTC(2026, 4, 12, 11, 59, 58),
    },
    order: number,
    ...more,
  };
}
