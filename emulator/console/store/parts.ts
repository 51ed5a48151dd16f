// The parts of the emulator's state that the console shows, and how each is read.
import type { Page, TokenView } from '../../api-types.ts';
import type { Client } from '../client/client.ts';

/** The most that the emulator lists at once. */
export const mostAtOnce = 1000;
const all = { limit: mostAtOnce };

/** How much of the longest lists is wanted. */
export type Wanted = {
  readonly flights: number;
  /** Of consents and of their tokens, in pages. */
  readonly consentPages: number;
};

export const wantedAtFirst: Wanted = { flights: 200, consentPages: 1 };

export const createReads = ({ call }: Client, wanted: () => Wanted) => ({
  health: () => call('health'),
  clock: () => call('clock.read'),
  faults: () => call('faults.list', all),
  flights: () => call('flights.list', { limit: wanted().flights, newestFirst: true }),
  applications: () => call('applications.list', all),
  pilots: () => call('pilots.list', all),
  consents: () =>
    pagesOf((after) => call('consents.list', { ...all, newestFirst: true, after }), wanted().consentPages),
  /** Live ones, newest first within each kind. */
  tokens: async (): Promise<TokenView[]> => {
    const ofKind = (kind: TokenView['kind']) =>
      pagesOf(
        (after) => call('tokens.list', { ...all, kind, status: 'live', newestFirst: true, after }),
        wanted().consentPages,
      );
    const kinds = await Promise.all([ofKind('access'), ofKind('refresh'), ofKind('code')]);
    return kinds.flatMap(({ items }) => items);
  },
  limits: () => call('limits.list', all),
  settings: () => call('settings.list'),
  scenario: () => call('scenario.read'),
  offers: () => call('scenario.list'),
  worlds: () => call('worlds.list'),
});

type Reads = ReturnType<typeof createReads>;
export type PartName = keyof Reads;
/** Null before it was read. */
export type Parts = { readonly [Name in PartName]: Awaited<ReturnType<Reads[Name]>> | null };

/** Joins the first pages of a list. */
async function pagesOf<T>(read: (after?: string) => Promise<Page<T>>, pages: number): Promise<Page<T>> {
  let whole = await read();
  for (let n = 1; n < pages && whole.next !== null; n += 1) {
    const { items, next } = await read(whole.next);
    whole = { items: [...whole.items, ...items], next };
  }
  return whole;
}
