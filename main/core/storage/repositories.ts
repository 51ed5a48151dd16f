// The repositories of one profile over one database.
import { createAccounts } from './tables/accounts.ts';
import { inTransaction, type Database } from './database.ts';
import { createDecisionStore } from './tables/log/decisions.ts';
import type { Departures } from './recovery/attempt-journal.ts';
import { createFlights } from './tables/flights.ts';
import { createFolders } from './tables/folders.ts';
import { createHappenings } from './tables/log/history.ts';
import { createJobs } from './tables/jobs.ts';
import { createLearnedFacts } from './tables/learned-facts.ts';
import { createPutAwayStore } from './tables/filing-queue.ts';
import { createRequests } from './tables/requests.ts';
import { createSwitches } from './tables/pause-switch.ts';

export type Repositories = ReturnType<typeof createRepositories>;

export const createRepositories = (database: Database, profileKey: string, departures?: Departures) => ({
  accounts: createAccounts(database),
  jobs: createJobs(database, profileKey, departures),
  flights: createFlights(database),
  happenings: createHappenings(database),
  facts: createLearnedFacts(database, profileKey),
  requests: createRequests(database),
  folders: createFolders(database),
  decisions: createDecisionStore(database, profileKey),
  putAway: createPutAwayStore(database, profileKey),
  switches: createSwitches(database, profileKey),
  inTransaction: <T>(work: () => T): T => inTransaction(database, work),
});
