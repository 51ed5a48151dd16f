// The tokens of one sign-in in the secret store: versioned, parsed when read, never reset silently. If the store
// rejects them, they stay in memory for this run with a concern, and are written again every minute.
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { failed, ok, type Failure, type Result } from '../../../contract/failure.ts';
import { failures } from '../../messages/failures.ts';
import type { Clock, Logger, SecretStore } from '../../platform/ports.ts';
import { createSerialQueue } from '../../platform/waits.ts';
import type { IssuedTokens } from '../oauth/token-endpoint.ts';
import { isRefreshToken, standsInHeader } from '../oauth/token-response.ts';
import type { Identity } from './identity.ts';
import { documentedLifetimeMs } from './refresh-policy.ts';

const storedTokensSchema = z.object({
  version: z.literal(1),
  accessToken: z.string().check(z.refine(standsInHeader)),
  refreshToken: z.nullable(z.string().check(z.refine(isRefreshToken))),
  scopes: z.array(z.string()),
  /** Wall clock, epoch ms: gives the remaining lifetime after a restart. */
  obtainedAt: z.number(),
  lifetimeMs: z.number().check(z.positive()),
  /** When the pilot consented, epoch ms. */
  signedInAt: z.number(),
  /** Names this sign-in, since two can fall into one millisecond; a refresh keeps it. */
  signInId: z.string(),
  /** Null if the service was not asked or did not answer. */
  identity: z.nullable(z.object({ subject: z.nullable(z.string()), name: z.nullable(z.string()) })),
  /**
   * How often this refresh token was sent without an answer. Written before it is sent: after a crash, or in another
   * process, it may be used up (rule 25).
   */
  refreshesUnconfirmed: z.int().check(z.minimum(0)),
  /** Epoch ms at which it was last sent without an answer; null if that is not known. */
  outcomeUnknownSince: z._default(z.nullable(z.number()), null),
  /**
   * Epoch ms until which no process tries again, after a failure or at the service's request; 0 if there is no pause.
   */
  quietUntil: z._default(z.number(), 0),
});
export type StoredTokens = Readonly<z.infer<typeof storedTokensSchema>>;

/** `obtainedAt`: epoch ms of the request. An answer without a scope grants all that was requested (RFC 6749 §5.1). */
export const tokensOfConsent = (
  issued: IssuedTokens,
  askedScopes: readonly string[],
  obtainedAt: number,
  identity: Identity | null,
): StoredTokens => ({
  version: 1,
  accessToken: issued.accessToken,
  refreshToken: issued.refreshToken,
  scopes: [...(issued.scopes ?? askedScopes)],
  obtainedAt,
  lifetimeMs: issued.lifetimeMs ?? documentedLifetimeMs,
  signedInAt: obtainedAt,
  signInId: randomUUID(),
  identity,
  refreshesUnconfirmed: 0,
  outcomeUnknownSince: null,
  quietUntil: 0,
});

/** The refresh token and the scope stay where an answer leaves them out (RFC 6749 §6). */
export const refreshedTokens = (before: StoredTokens, issued: IssuedTokens, obtainedAt: number): StoredTokens => ({
  ...before,
  accessToken: issued.accessToken,
  refreshToken: issued.refreshToken ?? before.refreshToken,
  scopes: [...(issued.scopes ?? before.scopes)],
  obtainedAt,
  lifetimeMs: issued.lifetimeMs ?? documentedLifetimeMs,
  refreshesUnconfirmed: 0,
  outcomeUnknownSince: null,
  quietUntil: 0,
});

export const isSameTokens = (one: StoredTokens, other: StoredTokens) =>
  one.accessToken === other.accessToken && one.refreshToken === other.refreshToken;

/** The interval at which a failing secret store is tried again. */
export const storeAgainMs = 60_000;

/** @param deps.onChange the concern may have changed. */
export function createTokenStore(deps: {
  name: string;
  secrets: Pick<SecretStore, 'get' | 'set' | 'delete' | 'exclusively'>;
  clock: Clock;
  log: Logger;
  onChange(): void;
}) {
  const { name, secrets, clock, log } = deps;
  const exclusively = createSerialQueue((work) => secrets.exclusively(name, work));
  /** What the secret store rejected: what it holds is older. */
  let inMemory: StoredTokens | null = null;
  let concern: Failure | null = null;
  /** The access token of a sign-in that has ended, in case the store keeps it. */
  let endedToken: string | null = null;
  let undoTimer = () => {};
  let isStopped = false;

  /** Reads what is stored now: another process may have changed it. Null if it is what has ended in this run. */
  async function read(): Promise<Result<StoredTokens | null>> {
    if (inMemory) return ok(inMemory);
    const stored = await secrets.get(name);
    if (!stored.ok) {
      log.warn("couldn't read the sign-in", { failure: stored.failure });
      return failed(stored.failure);
    }
    const tokens = stored.value === null ? ok(null) : parse(stored.value);
    return tokens.ok && tokens.value && tokens.value.accessToken === endedToken ? ok(null) : tokens;
  }

  /** Durable when it resolves, or kept in memory with a concern and written again. */
  async function write(tokens: StoredTokens) {
    const stored = await secrets.set(name, JSON.stringify(tokens));
    inMemory = stored.ok ? null : tokens;
    concern = stored.ok ? null : stored.failure;
    if (!stored.ok) log.warn('the secret store could not save the sign-in', { failure: stored.failure });
    planNext();
  }

  function planNext() {
    undoTimer();
    if (inMemory && !isStopped) undoTimer = clock.schedule(storeAgainMs, () => void writeAgain());
  }

  /** Until it is stored, another process, or the next start, reads a refresh token that is used up. */
  async function writeAgain() {
    try {
      await exclusively(async () => {
        if (inMemory) await write(inMemory);
      });
    } catch (error) {
      log.error("couldn't store the sign-in", { error });
      planNext();
    }
    deps.onChange();
  }

  function forget(ended: StoredTokens | null) {
    inMemory = null;
    concern = null;
    undoTimer();
    if (ended) endedToken = ended.accessToken;
  }

  return {
    /** Runs `work` while nothing else does with these tokens, here or in another process (rule 23). */
    exclusively,
    read,
    write,
    /** Writes now what was rejected, if anything was. */
    writeAgain,

    /** @param ended the tokens: if the store does not delete them, they are ignored in this run. */
    async remove(ended: StoredTokens | null): Promise<Result<null>> {
      forget(ended);
      return secrets.delete(name);
    },

    /** Removes tokens that have ended if they are still the stored ones (rule 24). Returns those that are stored instead. */
    async removeIfSame(ended: StoredTokens): Promise<StoredTokens | null> {
      const stored = await read();
      if (stored.ok && stored.value && !isSameTokens(stored.value, ended)) return stored.value;
      forget(ended);
      // What cannot be read may be another sign-in by now.
      if (stored.ok) await secrets.delete(name);
      return null;
    },

    /** Why the latest tokens are in memory only. */
    concern: () => concern,

    stop() {
      isStopped = true;
      undoTimer();
    },
  };
}

function parse(text: string): Result<StoredTokens> {
  try {
    const tokens = storedTokensSchema.safeParse(JSON.parse(text));
    if (tokens.success) return ok(tokens.data);
  } catch {
    // Not JSON: the same failure.
  }
  return failed(failures.storedSignInUnreadable());
}
