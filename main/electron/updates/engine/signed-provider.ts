// Gives electron-updater the metadata of an update, verified. It requests none itself (decision 0032).
import { Provider, type AppUpdater, type ResolvedUpdateFileInfo, type UpdateInfo } from 'electron-updater';
import type { UpdateChannel } from '../../../contract/settings.ts';
import type { FeedConfig } from './feed-config.ts';
import { readSignedMetadata, UpdateRejected } from './signed-metadata.ts';

type Feed = FeedConfig & { readonly fetch: Fetch; readonly channel: () => UpdateChannel };

type FeedOptions = Exclude<Parameters<AppUpdater['setFeedURL']>[0], string>;

/** What `AppUpdater.setFeedURL` takes. */
export function signedFeed(feed: Feed): FeedOptions {
  const base = new URL(feed.address.endsWith('/') ? feed.address : `${feed.address}/`);

  class SignedProvider extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: unknown) {
      // The library's own, and its type isn't exported.
      super(runtime as never);
    }

    /** The library would send an id of this installation. */
    override setRequestHeaders() {}

    async getLatestVersion() {
      const name = `${this.getCustomChannelName(feed.channel() === 'beta' ? 'beta' : 'latest')}.yml`;
      const [bytes, signature] = await Promise.all([
        readSmallFile(feed.fetch, new URL(name, base)),
        readSmallFile(feed.fetch, new URL(`${name}.sig`, base)),
      ]);
      return readSignedMetadata({ name, bytes, signature, keys: feed.keys });
    }

    resolveFiles({ files }: UpdateInfo): ResolvedUpdateFileInfo[] {
      return files.map((info) => ({ url: new URL(info.url, base), info }));
    }
  }
  return { provider: 'custom', updateProvider: SignedProvider };
}

// Reads a small file of the feed with a limit and a deadline.

const mostBytes = 64 * 1024;
const withinMs = 30_000;

/** As the session of Electron has it, and Node. */
export type Fetch = (
  address: string,
  options: { readonly cache: 'no-store'; readonly credentials: 'omit'; readonly signal: AbortSignal },
) => Promise<Response>;

/** Throws what `fetch` throws, and if the answer is not a success or too large. */
async function readSmallFile(fetch: Fetch, address: URL): Promise<Buffer> {
  const signal = AbortSignal.timeout(withinMs);
  const response = await fetch(address.href, { cache: 'no-store', credentials: 'omit', signal });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`${address.href} answered ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > mostBytes) throw new UpdateRejected('too-large', `${address.href} is larger than ${mostBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
