// How much of each account's flights has been read, as it is on disk: another process may be reading.
import { completenessOfAll, type Completeness } from '../../contract/completeness.ts';
import { progressOf, type BackFillState } from './back-fill.ts';

/** What is stored of an account. */
type StoredReading = {
  canRead(account: number): boolean | null;
  backFill(account: number): BackFillState | null;
  count(account: number): number;
  /** When the flight with the lowest id from `fromId` on was recorded, epoch ms; null: unknown. */
  createdAtFrom(account: number, fromId: number): number | null;
};

export function createCompletenessOf(stored: StoredReading) {
  function ofAccount(account: number): Completeness {
    const canRead = stored.canRead(account);
    const state = stored.backFill(account);
    const { isComplete, unread } = progressOf(state);
    const status = canRead === false ? 'local' : isComplete ? 'complete' : canRead === null ? 'unknown' : 'loading';
    // A flight is recorded after it was flown, so those of later days have higher ids than any that is unread.
    const fromId = status === 'loading' ? (state?.beforeId ?? null) : null;
    const createdAt = fromId === null ? null : stored.createdAtFrom(account, fromId);
    return {
      status,
      flights: stored.count(account),
      unread: status === 'local' ? 0 : unread,
      readAfter: createdAt === null ? null : new Date(createdAt).toISOString().slice(0, 10),
    };
  }
  return (accounts: readonly number[]): Completeness => completenessOfAll(accounts.map(ofAccount));
}
