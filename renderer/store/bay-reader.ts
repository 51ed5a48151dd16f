// Reads the pages of the bays, one page per bay at a time, and applies events that arrive meanwhile.
import type { CommandInput, Page } from '../../main/contract/commands.ts';
import type { Result } from '../../main/contract/failure.ts';
import { bays } from '../../main/contract/strip.ts';
import type { Bay, Strip } from '../../main/contract/strip.ts';
import { applyPage } from './bay-list.ts';
import type { BayLists } from './bay-list.ts';

/** The number of strips per page. */
export const PAGE_SIZE = 50;
/** With fewer strips than this, the next page is read automatically. */
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
    /** Reads from the top. During a read, reads once more after it. */
    async readAgain(bay: Bay): Promise<void> {
      if (reading.has(bay)) again.add(bay);
      else await read(bay, null);
    },
    readMore,
    /** Reads the next page of each bay that has few strips left. */
    async refill(): Promise<void> {
      await Promise.all(bays.filter((bay) => lists()[bay].strips.length < FEW_STRIPS).map(readMore));
    },
    /** Remembers an event that may be newer than the pages being read. */
    onEvent(event: { readonly strips: readonly Strip[]; readonly removed: readonly string[] }) {
      for (const latest of reading.values()) {
        for (const id of event.removed) latest.set(id, null);
        for (const strip of event.strips) latest.set(strip.id, strip);
      }
    },
  };
}
