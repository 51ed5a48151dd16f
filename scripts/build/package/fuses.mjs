// Checks the runtime's fuses against the list in electron-builder.yml.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainStop } from '../../plain-stop.mjs';

/** @typedef {Readonly<Record<string, boolean | undefined>>} Fuses by electron-builder's names */

/** @electron/fuses finds the wire by this text. The wire's version, its length and its fuses follow, a byte each. */
const sentinel = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');

/** electron-builder's names in the order of the wire (FuseV1Options of @electron/fuses). */
const fuseNames = /** @type {const} */ ([
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
]);

/** What comes after them, and Electron ships on: electron-builder has no name for these yet. An older runtime lacks them. */
const shippedOn = ['wasmTrapHandlers'];

const states = /** @type {Readonly<Record<string, string>>} */ ({ 0: 'off', 1: 'on', r: 'removed' });

/**
 * Returns a line for each fuse that differs from the list. A universal macOS program has two wires.
 * @param {Buffer} program
 * @param {Fuses} wanted
 */
export function differingFuses(program, wanted) {
  const complaints = [];
  let wires = 0;
  for (let at = program.indexOf(sentinel); at >= 0; at = program.indexOf(sentinel, at + 1)) {
    wires += 1;
    const start = at + sentinel.length;
    const length = program[start + 1] ?? 0;
    for (let place = 0; place < Math.max(length, fuseNames.length); place += 1) {
      const state = place < length ? states[String.fromCharCode(program[start + 2 + place] ?? 0)] : 'missing';
      const name = fuseNames[place] ?? shippedOn[place - fuseNames.length];
      const should = place < fuseNames.length ? wanted[name ?? ''] : true;
      if (name === undefined) complaints.push(`fuse ${place + 1}, which is ${state}, is not in the list`);
      else if (should === undefined) complaints.push(`${name} is not in the list`);
      else if (state !== (should ? 'on' : 'off')) complaints.push(`${name} is ${state}`);
    }
  }
  return wires === 0 ? ['the program has no fuses'] : complaints;
}

/**
 * Returns the file that contains the wire.
 * @param {string} appOutDir
 * @param {string} platform
 * @param {{ executableName?: string, appInfo: { productFilename: string } }} packager
 */
export function programOf(appOutDir, platform, { executableName, appInfo }) {
  const name = appInfo.productFilename;
  if (platform === 'win32') return join(appOutDir, `${name}.exe`);
  if (platform !== 'darwin') return join(appOutDir, executableName ?? name);
  return join(appOutDir, `${name}.app`, 'Contents', 'Frameworks', 'Electron Framework.framework', 'Electron Framework');
}

/**
 * @param {string} program absolute
 * @param {Fuses} wanted
 */
export function refuseOtherFuses(program, wanted) {
  const faults = differingFuses(readFileSync(program), wanted);
  if (faults.length === 0) return;
  throw new PlainStop(
    `The package was not made: its fuses differ from electronFuses in electron-builder.yml.\n  ${faults.join('\n  ')}`,
    'A new version of Electron can add a fuse: list it. docs/design/security.md says what each is for.',
  );
}

/**
 * Returns the options of @electron/fuses for a list.
 * @param {Fuses} wanted
 */
export const fuseOptions = (wanted) => ({
  version: '1',
  resetAdHocDarwinSignature: wanted['resetAdHocDarwinSignature'] === true,
  ...Object.fromEntries(
    fuseNames.flatMap((name, place) => (wanted[name] === undefined ? [] : [[place, wanted[name]]])),
  ),
});
