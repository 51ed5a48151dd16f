// Rejects a package that grew by more than a tenth since its size was recorded (build/package-sizes.json). Only our own
// files count, not Electron's.
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainStop } from '../../plain-stop.mjs';
import { inRoot } from '../../root.mjs';

/** @typedef {Readonly<Record<string, number>>} Sizes bytes by part */

const sizesPath = inRoot('build', 'package-sizes.json');
const mostGrowth = 1.1;

/**
 * Returns the bytes of each part. Unpacked files differ between platforms, so their part is named after the platform.
 * @param {string} resources
 * @param {string} computer such as `linux-x64`
 * @returns {Record<string, number>}
 */
export function sizesOf(resources, computer) {
  /** @type {Record<string, number>} */
  const sizes = {};
  const parts = { 'app.asar': 'app.asar', 'app.asar.unpacked': `app.asar.unpacked ${computer}` };
  for (const [name, part] of Object.entries(parts)) {
    if (existsSync(join(resources, name))) sizes[part] = bytesIn(join(resources, name));
  }
  return sizes;
}

/**
 * Returns a line for each part that grew too much.
 * @param {Sizes} sizes
 * @param {Sizes} recorded
 */
export const grownParts = (sizes, recorded) =>
  Object.entries(sizes).flatMap(([part, bytes]) => {
    const before = recorded[part];
    if (before === undefined || bytes <= before * mostGrowth) return [];
    return [`${part} has ${bytes} bytes, ${Math.round((bytes / before - 1) * 100)} % more than the recorded ${before}`];
  });

/** @returns {Sizes} */
const recordedSizes = () => (existsSync(sizesPath) ? JSON.parse(readFileSync(sizesPath, 'utf8')) : {});

/**
 * @param {string} resources
 * @param {string} computer
 * @param {Sizes} recorded
 */
export function refuseGrowth(resources, computer, recorded = recordedSizes()) {
  const grown = grownParts(sizesOf(resources, computer), recorded);
  if (grown.length === 0) return;
  throw new PlainStop(
    `The package was not made: it grew by more than 10 %.\n  ${grown.join('\n  ')}`,
    'If that is meant, record its size and commit it: npm run package -- --dir --record-sizes',
  );
}

/** @param {string} resources @param {string} computer */
export function recordSizes(resources, computer) {
  const sizes = { ...recordedSizes(), ...sizesOf(resources, computer) };
  const sorted = Object.fromEntries(Object.entries(sizes).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(sizesPath, `${JSON.stringify(sorted, null, 2)}\n`);
}

/**
 * @param {string} path a file, which may be an archive, or a folder
 * @returns {number}
 */
function bytesIn(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
}
