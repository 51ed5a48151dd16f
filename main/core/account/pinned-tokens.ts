// The tokens of one sign-in, for the workers that follow it. An account may hold new tokens before it is known whose they are.
import { failed, type Result } from '../../contract/failure.ts';
import type { AccessToken, Account } from './account.ts';
import { failures } from '../messages/failures.ts';

type Tokens = Pick<Account, 'accessToken' | 'rejected' | 'accepted' | 'signInId'>;

export type PinnedTokens = ReturnType<typeof createPinnedTokens>;

export function createPinnedTokens(tokens: Tokens) {
  let pinned = tokens.signInId();
  const ofPinned = (result: Result<AccessToken>) =>
    result.ok && result.value.signInId !== pinned ? failed(failures.signInNeeded()) : result;
  return {
    isSignedIn: () => pinned !== null && tokens.signInId() === pinned,
    /** The present sign-in is of the same pilot. */
    follow: () => void (pinned = tokens.signInId()),
    accessToken: async () => ofPinned(await tokens.accessToken()),
    rejected: async (value: string) => ofPinned(await tokens.rejected(value)),
    accepted: tokens.accepted,
  };
}
