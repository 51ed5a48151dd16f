// The version in package.json.
import { existsSync, readFileSync } from 'node:fs';

// From the bundle, and from the sources.
const manifests = [new URL('../../package.json', import.meta.url), new URL('../../../package.json', import.meta.url)];
const manifest = manifests.find((url) => existsSync(url)) ?? manifests[0]!;

export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
