// Checks the links of a built site, and that its HTML and style sheets load nothing from elsewhere. Requests of scripts
// are checked in a browser (browse.mjs).
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

const isText = /\.(html|css)$/;

/**
 * Reads a site. Returns its files by path with `/`, with empty text for files other than pages and style sheets.
 * @param {string} folder
 * @returns {Map<string, string>}
 */
export function readSite(folder) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.map((path) => [
      path.slice(folder.length + 1).replaceAll(sep, '/'),
      isText.test(path) ? readFileSync(path, 'utf8') : '',
    ]),
  );
}

/**
 * Returns a line for each broken link and each resource from another origin.
 * @param {ReadonlyMap<string, string>} files
 * @param {string} base the folder that the site is served from, such as `/` or `/name/`
 */
export function complaintsAbout(files, base) {
  return [...files].flatMap(([path, text]) => [
    ...loadedBy(path, text)
      .filter((address) => placeOf(path, address, base) === null || !files.has(placeOf(path, address, base) ?? ''))
      .map((address) => `${path} loads ${address}, which is not part of the site`),
    ...(path.endsWith('.html') ? linksOf(text) : [])
      .filter((address) => !leadsSomewhere(files, path, address, base))
      .map((address) => `${path} links to ${address}, which doesn't exist`),
  ]);
}

/**
 * Returns the addresses that a browser requests automatically for a page or a style sheet.
 * @param {string} path
 * @param {string} text
 */
function loadedBy(path, text) {
  const fromCss = [...text.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)|@import\s+["']([^"']+)["']/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
  if (path.endsWith('.css')) return fromCss.filter((address) => !/^(data:|#)/.test(address));
  if (!path.endsWith('.html')) return [];
  const sources = [...text.matchAll(/<(?:script|img|iframe|source|video|audio|embed)\b[^>]*?\ssrc="([^"]+)"/g)];
  const linked = [...text.matchAll(/<link\b[^>]*>/g)].map(([tag]) => /\shref="([^"]+)"/.exec(tag));
  const all = [...sources, ...linked].flatMap((match) => (match?.[1] === undefined ? [] : [match[1]]));
  return all.filter((address) => !address.startsWith('data:'));
}

const linksOf = (/** @type {string} */ text) =>
  [...text.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));

/**
 * Returns the path in the site that an address refers to, without its anchor; null for other sites.
 * @param {string} path
 * @param {string} address
 * @param {string} base
 */
function placeOf(path, address, base) {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return null;
  const plain = decodeURIComponent(address.split(/[?#]/)[0] ?? '');
  if (plain === '') return path;
  if (plain.startsWith('/') && !plain.startsWith(base)) return null;
  const place = plain.startsWith('/') ? plain.slice(base.length) : posix.join(posix.dirname(path), plain);
  return place === '' || place.endsWith('/') ? `${place}index.html` : place;
}

/**
 * @param {ReadonlyMap<string, string>} files
 * @param {string} path
 * @param {string} address
 * @param {string} base
 */
function leadsSomewhere(files, path, address, base) {
  // Other sites are not contacted, so that the check needs no network.
  if (/^(https?|mailto):/i.test(address)) return true;
  const place = placeOf(path, address, base);
  if (place === null) return false;
  const found = [place, `${place}.html`].find((one) => files.has(one));
  if (found === undefined) return false;
  const anchor = decodeURIComponent(address.split('#')[1] ?? '');
  return anchor === '' || !found.endsWith('.html') || (files.get(found) ?? '').includes(` id="${anchor}"`);
}
