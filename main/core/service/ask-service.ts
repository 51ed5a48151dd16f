// One request to the service, without a sign-in and without effects: whether it answers, with what status, and its
// clock.
import type { ConnectionErrorKind } from '../../contract/failure.ts';
import { classifyConnectionError } from '../platform/network/connection-error.ts';
import type { Network } from '../platform/network/http-network.ts';
import type { Clock } from '../platform/ports.ts';
import { withTimeLimit } from '../platform/waits.ts';

export type ServiceAnswer =
  /** `aheadMs`: how far the service's clock is ahead of ours, to a second; null if it does not tell. */
  | { readonly kind: 'answered'; readonly status: number; readonly tookMs: number; readonly aheadMs: number | null }
  | { readonly kind: 'failed'; readonly why: ConnectionErrorKind; readonly code: string };

const answerLimitMs = 10_000;

/** Never rejects. `owner` ends it earlier than its limit. */
export async function askService(
  address: string,
  { fetch, clock }: { readonly fetch: Network['fetch']; readonly clock: Clock },
  { limitMs = answerLimitMs, owner }: { readonly limitMs?: number; readonly owner?: AbortSignal } = {},
): Promise<ServiceAnswer> {
  const began = clock.monotonic();
  try {
    return await withTimeLimit(clock, limitMs, owner, async (signal) => {
      const { status, headers, body } = await fetch(address, { signal, redirect: 'manual' });
      const tookMs = Math.round(clock.monotonic() - began);
      await body?.cancel();
      const dateHeaderMs = Date.parse(headers.get('date') ?? '');
      const aheadMs = Number.isNaN(dateHeaderMs) ? null : dateHeaderMs - clock.now();
      return { kind: 'answered', status, tookMs, aheadMs };
    });
  } catch (error) {
    const { why, code } = classifyConnectionError(error);
    return { kind: 'failed', why, code };
  }
}
