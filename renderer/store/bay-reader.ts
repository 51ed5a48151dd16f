// Reads the pages of the bays, one page of a bay at a time. A page that was overtaken by events is mended with them.
import type { CommandInput, Page } from '../../main/contract/commands.ts';
import type { Result } from '../../main/contract/failure.ts';
import { bays } from '../../main/contract/strip.ts';
import type { Bay, Strip } from '../../main/contract/strip.ts';
import { applyPage } from './bay-list.ts';
import type { BayLists } from './bay-list.ts';

/** A bay shows this many strips, and as many more each time it is asked. */
export const PAGE_SIZE = 50;
/** With fewer than these left of what was read, the next page is read without being asked. */
const FEW_STRIPS = 15;

type Options = {
  readonly readPage: (input: CommandInput<'strips.page'>) => Promise<Result<Page>>;
  readonly lists: () => BayLists;
  readonly setLists: (lists: BayLists) => void;
};

export function createBayReader({ readPage, lists, setLists }: Options) {
  const reading = new Map<Bay, Map<string, Strip | null>>();
  const again = new Set<Bay>();

  async function read(bay: Bay, after: string | null): Promise<void> {
    const latest = new Map<string, Strip | null>();
    reading.set(bay, latest);
    setLists({ ...lists(), [bay]: { ...lists()[bay], status: 'reading' } });
    const result = await readPage({ bay, after, limit: PAGE_SIZE });
    reading.delete(bay);
    if (result.ok) setLists(applyPage(lists(), bay, result.value, latest, after === null));
    else setLists({ ...lists(), [bay]: { ...lists()[bay], status: 'read' } });
    if (again.delete(bay)) await read(bay, null);
  }

  async function readMore(bay: Bay): Promise<void> {
    const { next } = lists()[bay];
    if (next !== null && !reading.has(bay)) await read(bay, next);
  }

  return {
    /** From the top; a read under way is followed by another one. */
    async readAgain(bay: Bay): Promise<void> {
      if (reading.has(bay)) again.add(bay);
      else await read(bay, null);
    },
    readMore,
    /** A queue leaves from the top: what was read runs out though more waits behind it. */
    async refill(): Promise<void> {
      await Promise.all(bays.filter((bay) => lists()[bay].strips.length < FEW_STRIPS).map(readMore));
    },
    /** Events that arrive while pages are on their way are newer than those pages. */
    heard(event: { readonly strips: readonly Strip[]; readonly removed: readonly string[] }) {
      for (const latest of reading.values()) {
        for (const id of event.removed) latest.set(id, null);
        for (const strip of event.strips) latest.set(strip.id, strip);
      }
    },
  };
}
