// Rejects a package without the keychain's binary for its own platform. npm installs the binary of the build machine,
// and a package for another architecture would silently keep sign-ins in memory only.
import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { PlainStop } from '../plain-stop.mjs';

/** electron-builder's numbers of architectures (builder-util, `Arch`). */
const architectures = /** @type {const} */ (['ia32', 'x64', 'armv7l', 'arm64', 'universal']);

/**
 * Throws unless the folder has a keychain binary for this platform and architecture, which its name has.
 * @param {string} unpacked the package's `app.asar.unpacked`
 * @param {string} platform such as `darwin`
 * @param {number} arch electron-builder's number
 */
export function refuseWrongKeychain(unpacked, platform, arch) {
  const wanted = `${platform}-${architectures[arch]}`;
  const files = existsSync(unpacked) ? readdirSync(unpacked, { recursive: true, encoding: 'utf8' }) : [];
  const found = files.flatMap((file) => /^keyring\.(.*)\.node$/.exec(basename(file))?.[1] ?? []);
  if (found.some((name) => name.startsWith(wanted))) return;
  throw new PlainStop(
    `The package was not made: it is for ${wanted}, and its keychain binary is ` +
      `${found.length === 0 ? 'missing' : `for ${found.join(' and ')}`}. Sign-ins could not be kept.`,
    `Build on a computer of that kind, or run first: npm install --no-save --force @napi-rs/keyring-${wanted}${
      { linux: '-gnu', win32: '-msvc' }[platform] ?? ''
    }`,
  );
}
