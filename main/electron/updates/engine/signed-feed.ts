// Gives electron-updater the metadata of an update, which it requests nowhere itself: used only if one of our keys signed
// its name and its bytes (decision 0032).
import { createPublicKey, verify } from 'node:crypto';
import { Provider, type AppUpdater, type ResolvedUpdateFileInfo, type UpdateInfo } from 'electron-updater';
import { parse } from 'yaml';
import { z } from 'zod';
import type { UpdateChannel } from '../../../contract/settings.ts';

export type FeedConfig = { readonly address: string; readonly keys: readonly string[] };

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

// Reads the metadata.

/** A file in the folder of the feed: no path, no other server. */
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._()+%-]{0,199}$/);

const metadataSchema = z.object({
  version: z.string().max(60),
  releaseDate: z.string().max(60).default(''),
  stagingPercentage: z.int().min(0).max(100).optional(),
  minimumSystemVersion: z.string().max(40).optional(),
  files: z
    .array(
      z.object({
        url: fileName,
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
        size: z.int().positive().optional(),
        isAdminRightsRequired: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(20),
});

type Signed = {
  /** Of the file, such as `latest-linux.yml`. It is signed too. */
  readonly name: string;
  readonly bytes: Buffer;
  /** The content of `<name>.sig`: base64. */
  readonly signature: Buffer;
  /** Public keys, each DER (SubjectPublicKeyInfo) in base64. */
  readonly keys: readonly string[];
};

/** What is signed: a file of one channel and system can't pass for another's. */
export const signedBytes = (name: string, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`Pilot Companion update\n${name}\n`), bytes]);

/** Returns the metadata with its known members only. Throws UpdateRejected. */
export function readSignedMetadata({ name, bytes, signature, keys }: Signed): UpdateInfo {
  const given = Buffer.from(signature.toString('latin1').trim(), 'base64');
  const signed = signedBytes(name, bytes);
  if (!keys.some((key) => isSignedWith(key, signed, given))) {
    throw new UpdateRejected('signature', `${name} has no valid signature`);
  }
  const read = metadataSchema.safeParse(parsed(bytes));
  if (!read.success) throw new UpdateRejected('metadata', `${name}: ${z.prettifyError(read.error)}`);
  const [first] = read.data.files;
  return { ...read.data, path: first!.url, sha512: first!.sha512 };
}

function isSignedWith(key: string, signed: Buffer, signature: Buffer): boolean {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  return publicKey.asymmetricKeyType === 'ed25519' && verify(null, signed, publicKey, signature);
}

function parsed(bytes: Buffer): unknown {
  try {
    return parse(bytes.toString('utf8'), { maxAliasCount: 0 });
  } catch {
    return null;
  }
}

/** An update that must not be used. Its message is for the log. */
export class UpdateRejected extends Error {
  readonly reason: 'signature' | 'metadata' | 'too-large';

  constructor(reason: UpdateRejected['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
