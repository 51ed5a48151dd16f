// Who has signed in, if the service reports it (A18). A failure never ends the sign-in: the pilot is then unnamed.
import * as oauth from 'oauth4webapi';
import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import type { Clock } from '../../platform/ports.ts';
import { withTimeLimit } from '../../platform/waits.ts';
import { displayName, subjectOf } from '../../platform/masking/remote-values.ts';
import type { ServiceProfile } from '../../service/profile.ts';
import { callOptions, type Fetch } from '../oauth/oauth-client.ts';
import { boundedText } from '../oauth/token-response.ts';

export type Identity = { readonly subject: string | null; readonly name: string | null };

export const unnamed: Identity = { subject: null, name: null };

const identityCallLimitMs = 10_000;

const longestSubject = 500;

/** A member of another kind, or too long, counts as absent. */
const textUpTo = (length: number) => orElse(z.optional(z.string().check(z.maxLength(length))), undefined);

const userinfoSchema = z.object({
  sub: textUpTo(longestSubject),
  name: textUpTo(200),
  preferred_username: textUpTo(200),
});

/** Null if the service did not answer, so it is requested again later; unnamed after any other answer. */
export async function readIdentity(
  deps: { profile: ServiceProfile; clock: Clock; fetch: Fetch },
  accessToken: string,
  owner: AbortSignal,
): Promise<Identity | null> {
  const fetch = deps.fetch as unknown as typeof globalThis.fetch;
  const address = new URL(`${deps.profile.address}${deps.profile.userinfoPath}`);
  try {
    return await withTimeLimit(deps.clock, identityCallLimitMs, owner, async (signal) => {
      const response = await oauth.protectedResourceRequest(accessToken, 'GET', address, undefined, undefined, {
        ...callOptions(fetch, signal),
      });
      const text = await boundedText(response);
      if (response.status >= 500 || response.status === 429) return null;
      return response.status === 200 ? identityOf(text) : unnamed;
    });
  } catch (error) {
    return error instanceof oauth.WWWAuthenticateChallengeError ? unnamed : null;
  }
}

function identityOf(text: string): Identity {
  try {
    const { sub, name, preferred_username: handle } = userinfoSchema.parse(JSON.parse(text));
    const subject = sub?.trim() ?? '';
    return {
      subject: subject === '' ? null : subjectOf(subject),
      name: displayName(name ?? '') ?? displayName(handle ?? ''),
    };
  } catch {
    return unnamed;
  }
}
