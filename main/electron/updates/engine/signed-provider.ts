// Gives electron-updater the metadata of an update, verified. It requests none itself (decision 0032).
import { Provider, type AppUpdater, type ResolvedUpdateFileInfo, type UpdateInfo } from 'electron-updater';
import type { UpdateChannel } from '../../../contract/settings.ts';
import type { FeedConfig } from './feed-config.ts';
import { readSmallFile, type Fetch } from './read-small-file.ts';
import { readSignedMetadata } from './signed-metadata.ts';

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
