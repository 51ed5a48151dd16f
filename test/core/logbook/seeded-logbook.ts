// A logbook over an in-memory database, with the flights of a test.
import type { ExportFormat } from '../../../main/contract/export-formats.ts';
import { exportFlights } from '../../../main/core/logbook/export/export-flights.ts';
import { createLogbook } from '../../../main/core/logbook/logbook.ts';
import type { Completeness } from '../../../main/contract/completeness.ts';
import { logbookFilterSchema, type LogbookFilterInput } from '../../../main/contract/logbook.ts';
import type { Flight } from '../../../main/contract/flight.ts';
import { stageOf } from '../../../main/core/flights/stages.ts';
import type { Language } from '../../../main/messages/languages.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { flightOf } from '../sample-flight.ts';
import { freshStores, newJob } from '../storage/fresh-stores.ts';

export const filterOf = (more: LogbookFilterInput = {}) => logbookFilterSchema.parse(more);

/** A completed flight of this day. */
export const flownOn = (day: string, more: Partial<Flight> = {}): Partial<Flight> => ({
  date: `${day}T10:00:00`,
  dateAt: Date.parse(`${day}T10:00:00Z`),
  createdAt: Date.parse(`${day}T12:00:00Z`),
  moderatorChecked: true,
  automatedChecked: true,
  seasonPoints: 100,
  ...more,
});

export function seededLogbook(language: Language = 'en') {
  const stores = freshStores();
  const anna = stores.accountOf('anna');
  let active: number | null = anna;
  let shown: readonly number[] | null = null;
  const read: { completeness: Completeness } = {
    completeness: { status: 'complete', flights: 0, unread: 0, readAfter: null },
  };
  const logbook = createLogbook({
    clock: createVirtualClock(),
    database: stores.database,
    profile: 'demo',
    accountId: () => active,
    shown: () => shown ?? (active === null ? [] : [active]),
    completenessOf: () => read.completeness,
    language: () => language,
  });
  return {
    ...stores,
    anna,
    logbook,
    readUpTo: (completeness: Partial<Completeness>) => {
      read.completeness = { ...read.completeness, ...completeness };
    },
    use: (account: number | null) => void (active = account),
    show: (accounts: readonly number[]) => void (shown = accounts),
    put(id: number, more: Partial<Flight>, account = anna) {
      const record = flightOf({ id, ...more });
      const { stage, isCompleted } = stageOf(record, true);
      stores.flights.put(account, record, { stage, stageSince: 1, completedAt: isCompleted ? 1 : null, polledAt: 1 });
    },
    /** A report from here whose record this is. */
    reported(flightId: number, name: string, account = anna) {
      const id = stores.jobs.add(newJob({ accountId: account, name }));
      stores.jobs.change(id, 2, { state: 'uploaded', evidence: 'answered', flightId, uploadedAt: 2 });
      return id;
    },
  };
}

/** What an export of the flights has written, with its counts. `ids` null: all. */
export async function exportOf(
  world: Pick<ReturnType<typeof seededLogbook>, 'logbook'>,
  format: ExportFormat,
  ids: number[] | null = null,
  filter: LogbookFilterInput = {},
) {
  let text = '';
  const counts = await exportFlights({
    logbook: world.logbook,
    input: { filter: filterOf(filter), order: { by: 'day', descending: false }, format, ids },
    write: async (more) => void (text += more),
    signal: new AbortController().signal,
    onProgress() {},
  });
  return { text, ...counts };
}
