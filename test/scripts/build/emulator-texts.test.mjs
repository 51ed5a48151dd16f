// The pages and recipes as the emulator's package ships them. test/emulator/published/published runs them.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packagedPages, textsOfPackage } from '../../../scripts/build/package/emulator-texts.mjs';
import { root } from '../../../scripts/root.mjs';

const sourceOf = (/** @type {string} */ path) => join(root, path.replace(/^examples\//, 'emulator/examples/'));
const examples = readdirSync(sourceOf('examples/'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && ['.ts', '.py', '.sh'].includes(extname(entry.name)))
  .map(({ parentPath, name }) =>
    join(parentPath, name)
      .slice(join(root, 'emulator').length + 1)
      .replaceAll('\\', '/'),
  );
const pages = packagedPages.filter((name) => name.endsWith('.md')).map((name) => `docs/emulator/${name}`);
const read = (/** @type {readonly string[]} */ paths) =>
  new Map(paths.map((path) => [path, readFileSync(sourceOf(path), 'utf8')]));

/** The package has declarations in place of sources. */
const isPacked = (/** @type {string} */ path) =>
  path.startsWith('docs/emulator/')
    ? packagedPages.includes(path.slice('docs/emulator/'.length))
    : /^(emulator|examples)\//.test(path) && existsSync(sourceOf(path.replace(/(?<=^emulator\/.*)\.d\.ts$/, '.ts')));

const texts = textsOfPackage(read([...pages, ...examples]), isPacked);
const folders = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));

/**
 * The words that only this repository understands.
 * @param {string} path
 * @param {string} text
 */
function foreignIn(path, text) {
  const words = /npm run\b.*|\bscripts\/\S+|\S+\.mjs\b|\b(?:this|the) repository\b|\S+\.test\.ts\b/gi;
  const links = [...text.matchAll(/\]\(([^)#\s]+)/g)].flatMap(([, target = '']) => {
    const { pathname, protocol } = new URL(target, `package:/${path}`);
    return protocol === 'package:' && !isPacked(pathname.slice(1)) ? [target] : [];
  });
  const withoutLinks = text.replaceAll(/\]\([^)]*\)/g, '');
  const places = [...withoutLinks.matchAll(/(?<![\w/.$…-])(?:\.{1,2}\/)*([\w.-]+)\/[\w./-]*\w(?!-\*)\b/g)]
    .filter(([, folder = '']) => folders.includes(folder) && folder !== 'node_modules')
    .map(([place]) => place)
    .filter((place) => !(place.startsWith('docs/') && isPacked(place)));
  return [...[...withoutLinks.matchAll(words)].map(([word]) => word), ...links, ...places];
}

/** @type {[string, string][]} */
const shipped = [...texts, ['README.md', readFileSync(join(root, 'emulator', 'README.md'), 'utf8')]];

test.each(shipped)('%s of the package names nothing that only this repository has', (path, text) => {
  // The README is at the top, and names what is beside it.
  const places = foreignIn(path, text).filter((place) => path !== 'README.md' || !isPacked(place));
  expect(places).toEqual([]);
});

test('a rewrite that matches nothing is an error', () => {
  expect(() => textsOfPackage(read(examples), isPacked)).toThrow('contain nothing for these rewrites');
});
