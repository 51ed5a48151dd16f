// Which bays are folded, and when the board has a jump list. Pure.
import type { AppState } from '../../main/contract/state.ts';
import { bays, type Bay } from '../../main/contract/strip.ts';
import type { MessageParams } from '../../main/messages/message-params.ts';
import { choice } from '../text.ts';

/** From this many reports on, the board is longer than most windows. */
const MANY = 20;

type Counts = Readonly<Record<Bay, number>>;
/** What the pilot has folded or unfolded. */
type Folded = Partial<Readonly<Record<Bay, boolean>>>;

/** Where flights can't be read, none is known to be completed. */
export const headingOf = (
  bay: Bay,
  { service, outcomes }: Pick<AppState, 'service' | 'outcomes'>,
): MessageParams['window.bay.name']['bay'] =>
  bay === 'completed' && service.canRead === false && outcomes.completed + outcomes.archived === 0
    ? 'uploaded'
    : choice(bay);

const sum = (counts: Counts, of: readonly Bay[]) => of.reduce((all, bay) => all + counts[bay], 0);

export const hasJumpList = (counts: Counts): boolean =>
  sum(counts, bays) > MANY && bays.filter((bay) => counts[bay] > 0).length > 1;

/** Until the pilot folds or unfolds a bay, bays without a required action are folded while many reports wait. */
export function isFolded(bay: Bay, counts: Counts, folded: Folded): boolean {
  const waits = bay === 'needs-attention' || bay === 'queue';
  return folded[bay] ?? (!waits && sum(counts, ['needs-attention', 'queue']) > MANY);
}
