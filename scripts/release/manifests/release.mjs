/**
 * What a manifest needs of a release.
 * @typedef {object} Release
 * @property {string} version
 * @property {string} homepage
 * @property {string} maintainer name and address
 * @property {string} repository such as `owner/name`
 * @property {(system: 'win' | 'mac' | 'linux', arch: string, extension: string) => { name: string, url: string, sha256: string }} file
 *   throws if the release has no such file
 */

export const summary = 'Uploads flight-report screenshots and shows what becomes of them';
