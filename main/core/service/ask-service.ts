// One request to the service, without a sign-in: whether it answers, by which way, and what its clock says. Any answer
// will do, with any status.
import type { ConnectionErrorKind } from '../../contract/failure.ts';
import { classifyConnectionError } from '../platform/network/connection-error.ts';
import type { Network } from '../platform/network/http-network.ts';
import { loadUndici } from '../platform/network/undici.ts';
import type { Clock } from '../platform/ports.ts';

export type ServiceAnswer =
  /** `aheadMs`: how far the service's clock is ahead of ours, to a second; null where it does not tell. */
  | { readonly kind: 'answered'; readonly tookMs: number; readonly isProxied: boolean; readonly aheadMs: number | null }
  | { readonly kind: 'failed'; readonly why: ConnectionErrorKind; readonly code: string };

const PATIENCE_MS = 10_000;

/** Never rejects. */
export async function askService(address: string, network: Network, clock: Clock): Promise<ServiceAnswer> {
  const ending = new AbortController();
  const undo = clock.schedule(PATIENCE_MS, () => ending.abort());
  const began = clock.monotonic();
  let isProxied = false;
  try {
    const route = await network.routeTo(address);
    isProxied = route.isProxied;
    const { headers, body } = await (
      await loadUndici()
    ).request(address, {
      dispatcher: route.dispatcher,
      signal: ending.signal,
      // Time-outs use our own clock.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const tookMs = Math.round(clock.monotonic() - began);
    await body.dump({ limit: 1024 * 1024, signal: ending.signal }).catch(() => {});
    const saidAt = typeof headers['date'] === 'string' ? Date.parse(headers['date']) : Number.NaN;
    return { kind: 'answered', tookMs, isProxied, aheadMs: Number.isNaN(saidAt) ? null : saidAt - clock.now() };
  } catch (error) {
    if (ending.signal.aborted) return { kind: 'failed', why: 'no-answer', code: 'no answer for ten seconds' };
    return { kind: 'failed', ...classifyConnectionError(error, isProxied) };
  } finally {
    undo();
  }
}
