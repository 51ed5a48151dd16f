// The repositories of one profile over one database.
import { createAccounts } from './storage/accounts.ts';
import { inTransaction, type Database } from './storage/database.ts';
import { createDecisionStore } from './storage/decisions.ts';
import type { Departures } from './storage/departures.ts';
import { createFlights } from './storage/flights.ts';
import { createFolders } from './storage/folders.ts';
import { createHappenings } from './storage/happenings.ts';
import { createJobs } from './storage/jobs.ts';
import { createLearnedFacts } from './storage/learned-facts.ts';
import { createPutAwayStore } from './storage/put-away.ts';
import { createRequests } from './storage/requests.ts';
import { createSwitches } from './storage/switches.ts';

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
