// package-lock.json pins what `npm ci` installs: without a hash, a version can be a different file tomorrow. The lock file
// has no download addresses, so every entry comes from the registry.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../architecture/source-files.ts';

type Entry = { readonly integrity?: string; readonly resolved?: string; readonly link?: boolean };

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>;
};
const installed = Object.entries(packages).filter(([path]) => path !== '');

test('every package in the lock file has its hash, on every platform', () => {
  expect(installed.length).toBeGreaterThan(100);
  const withoutHash = installed.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''));
  expect(withoutHash.map(([path]) => path)).toEqual([]);
});

test('no package in the lock file comes from anywhere but the registry', () => {
  const elsewhere = installed.filter(([, { resolved, link }]) => resolved !== undefined || link === true);
  expect(elsewhere.map(([path]) => path)).toEqual([]);
});
