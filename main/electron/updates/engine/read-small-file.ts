// Reads a small file of the feed with a limit and a deadline.
import { UpdateRejected } from './update-rejected.ts';

const MOST_BYTES = 64 * 1024;
const WITHIN_MS = 30_000;

/** As the session of Electron has it, and Node. */
export type Fetch = (
  address: string,
  options: { readonly cache: 'no-store'; readonly credentials: 'omit'; readonly signal: AbortSignal },
) => Promise<Response>;

/** Throws what `fetch` throws, and if the answer is not a success or too large. */
export async function readSmallFile(fetch: Fetch, address: URL): Promise<Buffer> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  const response = await fetch(address.href, { cache: 'no-store', credentials: 'omit', signal });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`${address.href} answered ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > MOST_BYTES) throw new UpdateRejected('too-large', `${address.href} is larger than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
