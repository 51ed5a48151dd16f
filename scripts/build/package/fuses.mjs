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

const states = /** @type {Readonly<Record<string, string>>} */ ({ 0: 'off', 1: 'on', r: 'removed' });

/**
 * Returns the state of each known fuse, or null if the program has no wire. A universal macOS program has two wires.
 * @param {Buffer} program
 * @returns {Record<string, string>[] | null}
 */
function readFuses(program) {
  const wires = [];
  for (let at = program.indexOf(sentinel); at >= 0; at = program.indexOf(sentinel, at + 1)) {
    const start = at + sentinel.length;
    const length = program[start + 1] ?? 0;
    const wire = program.subarray(start + 2, start + 2 + length).toString('latin1');
    wires.push(Object.fromEntries(fuseNames.map((name, n) => [name, states[wire[n] ?? ''] ?? 'missing'])));
  }
  return wires.length === 0 ? null : wires;
}

/**
 * Returns a line for each fuse that differs from the list.
 * @param {Buffer} program
 * @param {Fuses} wanted
 */
export function differingFuses(program, wanted) {
  const wires = readFuses(program);
  if (wires === null) return ['the program has no fuses'];
  return wires.flatMap((found) =>
    fuseNames.flatMap((name) => {
      const should = wanted[name];
      if (should === undefined) return [`${name} is not in the list`];
      return found[name] === (should ? 'on' : 'off') ? [] : [`${name} is ${found[name]}`];
    }),
  );
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
