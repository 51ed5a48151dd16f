import { createLoopbackListener } from '../../../main/core/account/sign-in/loopback-listener.ts';
import type { SessionNote } from '../../../main/core/account/tokens/session-state.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import type { Clock, Logger } from '../../../main/core/platform/ports.ts';
import { tokensName, type ServiceProfile } from '../../../main/core/service/profile.ts';

/** What the only account of a profile has: tokens with a note that is not stored, and a listener for itself. */
export function onlyAccountOf(profile: ServiceProfile, clock: Clock, log: Logger) {
  let kept: SessionNote | null = null;
  return {
    item: {
      tokensName: tokensName(profile.key),
      note: { read: () => kept, write: (next: SessionNote | null) => void (kept = next) },
    },
    listener: createLoopbackListener({ path: profile.redirectPath, port: profile.redirectPort, clock, log }),
    failureOf: () => failures.unexpected(),
  };
}
