// How often one address may ask: a bucket for each that fills evenly. What is kept is bounded; an address that is
// forgotten begins with a full bucket, which is what it would have after a minute anyhow.

export interface RequestRate {
  /** 0 where the request may go on, else how long to wait, in milliseconds. */
  take(address: string): number;
}

const minuteMs = 60_000;
const mostAddresses = 10_000;

/** @param nowMs a clock that only goes forward */
export function createRequestRate(requestsPerMinute: number, nowMs: () => number): RequestRate {
  const msPerRequest = minuteMs / requestsPerMinute;
  /** For each address the moment at which its bucket is full again, the latest asked last. */
  const fullAt = new Map<string, number>();

  return {
    take(address) {
      const now = nowMs();
      const key = neighbourhoodOf(address);
      const full = Math.max(fullAt.get(key) ?? now, now);
      const waitMs = full + msPerRequest - now - minuteMs;
      // What is left of a sum of fractions is no wait.
      if (waitMs > 0.001) return waitMs;
      fullAt.delete(key);
      fullAt.set(key, full + msPerRequest);
      for (const [oldest, at] of fullAt) {
        if (at > now && fullAt.size <= mostAddresses) break;
        fullAt.delete(oldest);
      }
      return 0;
    },
  };
}

/** Who has one IPv6 address has 2^64 of them. */
export function neighbourhoodOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  if (!address.includes(':')) return address;
  const [before = '', after] = address.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
