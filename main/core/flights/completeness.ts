// How much of an account's flights has been read, as it is on disk: another process may be reading.
import { completenessOfAll, type Completeness } from '../../contract/completeness.ts';
import type { Repositories } from '../storage/repositories.ts';
import { accountSubject } from '../storage/tables/learned-facts.ts';
import { progressOf } from './back-fill.ts';

export function createCompletenessOf({ facts, flights }: Pick<Repositories, 'facts' | 'flights'>) {
  function ofAccount(account: number): Completeness {
    const subject = accountSubject(account);
    const canRead = facts.read(subject, 'can-read');
    const state = facts.read(subject, 'back-fill');
    const { isComplete, unread } = progressOf(state);
    const status = canRead === false ? 'local' : isComplete ? 'complete' : canRead === null ? 'unknown' : 'loading';
    // A flight is recorded after it was flown, so those of later days have higher ids than any that is unread.
    const isBegun = status === 'loading' && state !== null && state.beforeId !== null;
    const createdAt = isBegun ? flights.createdAtFrom(account, state.beforeId!) : null;
    return {
      status,
      flights: flights.count(account),
      unread: status === 'local' ? 0 : unread,
      readAfter: createdAt === null ? null : new Date(createdAt).toISOString().slice(0, 10),
    };
  }
  return (accounts: readonly number[]): Completeness => completenessOfAll(accounts.map(ofAccount));
}
