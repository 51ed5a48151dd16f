// Where updates come from and whose they are: the address in `app-update.yml`, which electron-builder writes beside the
// app's archive, and the keys in the packed package.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { createHash } from 'node:crypto';
import { keysIn } from './update-keys.ts';

const configSchema = z.object({ provider: z.literal('generic'), url: z.url().refine(isPrivateEnough) });

export type FeedConfig = { readonly address: string; readonly keys: readonly string[] };

/** `resources` and `app` are folders (or the archive), absolute. Throws if the app was built without a feed. */
export function readFeedConfig(resources: string, app: string): FeedConfig {
  const { url } = configSchema.parse(parse(readFileSync(join(resources, 'app-update.yml'), 'utf8')));
  return { address: url, keys: keysIn(app) };
}

/** Without TLS, others on the network could see which version is downloaded, and hold updates back. */
function isPrivateEnough(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname));
}

// The share of a staged rollout that an installation is in. The id never leaves this computer.

/**
 * Stable for an installation and a version, and independent from one version to the next, so that no installation is
 * always first. `percentage`: 0 to 100; undefined: all.
 */
export function isInRollout(installationId: string, version: string, percentage: number | undefined): boolean {
  if (percentage === undefined) return true;
  const hash = createHash('sha256').update(`${installationId} ${version}`).digest();
  return hash.readUInt32BE(0) / 2 ** 32 < percentage / 100;
}
