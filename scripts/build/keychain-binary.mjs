// Rejects a package without the keychain's binary for its own platform. npm installs the binary of the build machine,
// and a package for another architecture would silently keep sign-ins in memory only.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PlainStop } from '../plain-stop.mjs';

/** electron-builder's numbers of architectures (builder-util, `Arch`). */
export const architectures = /** @type {const} */ (['ia32', 'x64', 'armv7l', 'arm64', 'universal']);

/** Machine numbers in the headers of ELF, Mach-O and PE files. */
const elfMachines = /** @type {Readonly<Record<number, string>>} */ ({
  3: 'ia32',
  40: 'armv7l',
  62: 'x64',
  183: 'arm64',
});
const machTypes = /** @type {Readonly<Record<number, string>>} */ ({ 0x01000007: 'x64', 0x0100000c: 'arm64' });
const peMachines = /** @type {Readonly<Record<number, string>>} */ ({ 0x14c: 'ia32', 0x8664: 'x64', 0xaa64: 'arm64' });

/**
 * Returns the platform of a binary, such as `linux-x64`, or null if it isn't known.
 * @param {Buffer} bytes at least the file's header
 */
export function machineOf(bytes) {
  const named = (/** @type {string} */ platform, /** @type {string | undefined} */ arch) =>
    arch === undefined ? null : `${platform}-${arch}`;
  if (bytes.length < 64) return null;
  if (bytes.readUInt32BE(0) === 0x7f454c46) return named('linux', elfMachines[bytes.readUInt16LE(18)]);
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return named('darwin', machTypes[bytes.readUInt32LE(4)]);
  if (bytes.readUInt16LE(0) !== 0x5a4d) return null;
  const header = bytes.readUInt32LE(0x3c);
  if (header + 6 > bytes.length || bytes.readUInt32LE(header) !== 0x00004550) return null;
  return named('win32', peMachines[bytes.readUInt16LE(header + 4)]);
}

/**
 * Throws unless the folder has a keychain binary for this platform and architecture.
 * @param {string} unpacked the package's `app.asar.unpacked`
 * @param {string} platform such as `darwin`
 * @param {number} arch electron-builder's number
 */
export function refuseWrongKeychain(unpacked, platform, arch) {
  const wanted = `${platform}-${architectures[arch]}`;
  const found = binariesIn(unpacked).map((path) => machineOf(readFileSync(path)) ?? 'an unknown computer');
  if (found.includes(wanted)) return;
  throw new PlainStop(
    `The package was not made: it is for ${wanted}, and its keychain binary is ` +
      `${found.length === 0 ? 'missing' : `for ${found.join(' and ')}`}. Sign-ins could not be kept.`,
    `Build on a computer of that kind, or run first: npm install --no-save --force @napi-rs/keyring-${wanted}${
      { linux: '-gnu', win32: '-msvc' }[platform] ?? ''
    }`,
  );
}

/** @param {string} folder */
function binariesIn(folder) {
  /** @type {import('node:fs').Dirent[]} */
  let entries = [];
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    // Nothing was unpacked, so the binary is missing.
  }
  return entries
    .filter((entry) => entry.isFile() && /^keyring\..*\.node$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
