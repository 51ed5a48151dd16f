// The tokens of one desk: of the sign-in that it follows, and of no other. An account may hold new tokens before anybody
// knows whose they are; until the desk is told that they are its own pilot's, it has none.
import { failed, type Result } from '../../contract/failure.ts';
import type { AccessToken, Account } from './account.ts';
import { failures } from '../messages/failures.ts';

type Tokens = Pick<Account, 'accessToken' | 'rejected' | 'accepted' | 'identity' | 'signInId'>;

export type PinnedTokens = ReturnType<typeof createPinnedTokens>;

export function createPinnedTokens(tokens: Tokens) {
  let followed = tokens.signInId();
  const isOwn = () => tokens.signInId() === followed;
  async function ifOwn(asked: Promise<Result<AccessToken>>): Promise<Result<AccessToken>> {
    const result = await asked;
    return result.ok && !isOwn() ? failed(failures.signInNeeded()) : result;
  }
  return {
    isSignedIn: () => tokens.identity() !== null && isOwn(),
    /** The sign-in there is now is of the desk's own pilot. */
    follow: () => void (followed = tokens.signInId()),
    accessToken: () => ifOwn(tokens.accessToken()),
    rejected: (value: string) => ifOwn(tokens.rejected(value)),
    accepted: (value: string) => tokens.accepted(value),
  };
}
