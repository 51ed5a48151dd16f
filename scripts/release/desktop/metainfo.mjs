// Writes dist/linux/….metainfo.xml, the app's description for software centres, which the deb and the rpm install. It
// depends only on the commit.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { inRoot, root } from '../../root.mjs';
import { manifest, softwareId } from './identity.mjs';

const metainfoPath = inRoot('dist', 'linux', `${softwareId}.metainfo.xml`);

/**
 * Fills in the template.
 * @param {string} template
 * @param {Readonly<Record<'HOMEPAGE' | 'VERSION' | 'DATE', string>>} values
 */
export const metainfo = (template, values) =>
  template
    .replace(/^<!-- A template.*\n/m, '')
    .replace(/@(HOMEPAGE|VERSION|DATE)@/g, (_, /** @type {keyof typeof values} */ name) => escaped(values[name]));

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** @param {string} homepage */
export function writeMetainfo(homepage) {
  const template = readFileSync(inRoot('build', 'linux', `${softwareId}.metainfo.xml`), 'utf8');
  mkdirSync(inRoot('dist', 'linux'), { recursive: true });
  writeFileSync(
    metainfoPath,
    metainfo(template, { HOMEPAGE: homepage, VERSION: manifest().version, DATE: commitDate() }),
  );
}

/** Returns the day of the last commit, or today outside a clone. */
function commitDate() {
  try {
    return execFileSync('git', ['log', '-1', '--format=%cs'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return new Date().toISOString().slice(0, 10);
  }
}
