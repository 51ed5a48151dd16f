// The routes that images look like become the pilot's own entries, of one report or of several.
import type { Flight } from '../../main/contract/flight.ts';
import { emptyEntry, isRouteTold, type OwnEntry } from '../../main/contract/own-entry.ts';
import { type LooksLike, withHint } from '../../main/contract/strip.ts';
import { useCommands } from '../commands/use-commands.ts';
import { Button } from '../elements/button.tsx';
import { useStore, useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';

type Hinted = {
  readonly id: string;
  readonly flight: Flight | null;
  readonly looksLike: LooksLike | null;
  readonly own: OwnEntry | null;
};

type AcceptRoutesProps = {
  readonly flights: readonly Hinted[];
  readonly isInDetail?: boolean;
  readonly done?: () => void;
};

/** The button, and the command, by which the hints of flights without a route become the pilot's own entries. */
export function AcceptRoutes({ flights, isInDetail = false, done }: AcceptRoutesProps) {
  const store = useStore();
  const isDetailOpen = useWindow(({ selectedId }) => selectedId !== null);
  const hinted = flights.filter(({ flight, looksLike }) => looksLike && flight && !isRouteTold(flight, null));
  const n = hinted.length;
  const before = ({ own }: Hinted) => own ?? emptyEntry;
  async function enter(entryOf: (one: Hinted) => OwnEntry): Promise<boolean> {
    const sent = hinted.map((one) => store.send('strips.setOwnEntry', { id: one.id, entry: entryOf(one) }));
    return (await Promise.all(sent)).every(Boolean);
  }
  async function accept() {
    const isDone = await enter((one) => withHint(before(one), one.looksLike!));
    done?.();
    if (isDone) store.offerUndo(t('logbook.list.acceptedRoutes', { n }), () => enter(before));
  }
  useCommands(n > 0 && isDetailOpen === isInDetail ? { 'strip.use-route': accept } : {});
  if (n === 0) return null;
  return (
    <Button {...(isInDetail ? { look: 'link' } : { size: 'small' })} onClick={() => void accept()}>
      {t('logbook.list.acceptRoutes', { n })}
    </Button>
  );
}
