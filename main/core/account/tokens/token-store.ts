// The tokens of one sign-in in the secret store: versioned, parsed when read, never reset silently. If the store
// rejects them, they stay in memory for this run, and `concern` is set.
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { failed, ok, type Failure, type Result } from '../../../contract/failure.ts';
import { failures } from '../../messages/failures.ts';
import type { Logger, SecretStore } from '../../platform/ports.ts';
import { documentedLifetimeMs } from './refresh-policy.ts';
import { isRefreshToken, standsInHeader } from '../oauth/token-form.ts';
import type { IssuedTokens } from '../oauth/token-endpoint.ts';

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
   * process, it may be used up (25).
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
): StoredTokens => ({
  version: 1,
  accessToken: issued.accessToken,
  refreshToken: issued.refreshToken,
  scopes: [...(issued.scopes ?? askedScopes)],
  obtainedAt,
  lifetimeMs: issued.lifetimeMs ?? documentedLifetimeMs,
  signedInAt: obtainedAt,
  signInId: randomUUID(),
  identity: null,
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

export type TokenKeeper = {
  /** Reads what is stored now: another process may have changed it. Null if it is what has ended in this run. */
  read(): Promise<Result<StoredTokens | null>>;
  /** Durable when it resolves, or kept in memory with a concern. */
  write(tokens: StoredTokens): Promise<void>;
  /** The store has rejected the latest tokens: another process, or the next start, reads older ones. */
  isBehind(): boolean;
  /** Writes them again, if so. */
  pendingWrites(): Promise<void>;
  /** @param ended the tokens: if the store does not delete them, they are ignored in this run. */
  clear(ended: StoredTokens | null): Promise<Result<null>>;
  /** The same without deleting: the stored tokens may be of another sign-in. */
  abandon(ended: StoredTokens): void;
  readonly concern: Failure | null;
};

export function createTokenKeeper(deps: {
  name: string;
  secrets: Pick<SecretStore, 'get' | 'set' | 'delete'>;
  log: Logger;
}): TokenKeeper {
  const { name, secrets, log } = deps;
  // Set while the store has rejected the latest tokens: what it holds is older.
  let inMemory: StoredTokens | null = null;
  let concern: Failure | null = null;
  let endedToken: string | null = null;

  async function write(tokens: StoredTokens) {
    const stored = await secrets.set(name, JSON.stringify(tokens));
    inMemory = stored.ok ? null : tokens;
    concern = stored.ok ? null : stored.failure;
    if (!stored.ok) log.warn('the secret store could not save the sign-in', { failure: stored.failure });
  }

  function abandon(ended: StoredTokens | null) {
    inMemory = null;
    concern = null;
    if (ended) endedToken = ended.accessToken;
  }

  return {
    async read() {
      if (inMemory) return ok(inMemory);
      const stored = await secrets.get(name);
      if (!stored.ok) {
        log.warn("couldn't read the sign-in", { failure: stored.failure });
        return failed(stored.failure);
      }
      const tokens = stored.value === null ? ok(null) : parse(stored.value);
      return tokens.ok && tokens.value && tokens.value.accessToken === endedToken ? ok(null) : tokens;
    },

    write,
    isBehind: () => inMemory !== null,
    async pendingWrites() {
      if (inMemory) await write(inMemory);
    },

    async clear(ended) {
      abandon(ended);
      return secrets.delete(name);
    },

    abandon,

    get concern() {
      return concern;
    },
  };
}

/** The secrets in a stored item; null if it cannot be read. */
export function secretsInTokens(text: string): Pick<StoredTokens, 'accessToken' | 'refreshToken'> | null {
  const tokens = parse(text);
  return tokens.ok ? tokens.value : null;
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
