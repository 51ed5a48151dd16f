// The repositories of one profile over one database.
import { createAccounts } from './tables/accounts.ts';
import { inTransaction, type Database } from './database/database.ts';
import { createDecisionStore } from './tables/log/decisions.ts';
import type { AttemptJournal } from './files/attempt-journal.ts';
import { createFlights } from './tables/flights.ts';
import { createFolders } from './tables/folders.ts';
import { createHistory } from './tables/log/history.ts';
import { createJobs } from './tables/jobs.ts';
import { createLearnedFacts, createSwitches } from './tables/learned-facts.ts';
import { createFilingQueue } from './tables/filing-queue.ts';
import { createRequests } from './tables/requests.ts';

export type Repositories = ReturnType<typeof createRepositories>;

export const createRepositories = (database: Database, profileKey: string, journal?: AttemptJournal) => ({
  accounts: createAccounts(database),
  jobs: createJobs(database, profileKey, journal),
  flights: createFlights(database),
  history: createHistory(database),
  facts: createLearnedFacts(database, profileKey),
  requests: createRequests(database),
  folders: createFolders(database),
  decisions: createDecisionStore(database, profileKey),
  filing: createFilingQueue(database, profileKey),
  switches: createSwitches(database, profileKey),
  inTransaction: <T>(work: () => T): T => inTransaction(database, work),
});
