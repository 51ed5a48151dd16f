// package-lock.json pins what `npm ci` installs: without a hash, a version can be a different file tomorrow. The lock file
// has no download addresses, so every entry comes from the registry.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../architecture/source-files.ts';

type Entry = {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

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

const systems = ['linux', 'darwin', 'win32'].flatMap((os) => ['x64', 'arm64'].map((cpu) => ({ os, cpu })));

test.each(systems)('everything required can be installed on $os $cpu', ({ os, cpu }) => {
  const isFor = ({ os: systems = [os], cpu: kinds = [cpu] }: Entry) => systems.includes(os) && kinds.includes(cpu);
  const refused = installed.filter(([, entry]) => entry.optional !== true && !isFor(entry));
  expect(refused.map(([path]) => path)).toEqual([]);
  // A package with a binary for each system has one for this system.
  const withBinaries = installed.filter(([, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).some((name) =>
      /-(linux|darwin|win32)-(x64|arm64)|\/(linux|darwin|win32)-/.test(name),
    ),
  );
  expect(withBinaries.map(([path]) => path)).toContain('node_modules/@napi-rs/keyring');
  const without = withBinaries.filter(([, { optionalDependencies = {} }]) => {
    const binaries = Object.keys(optionalDependencies).map((name) => packages[`node_modules/${name}`]);
    return !binaries.some((entry) => entry?.os?.includes(os) === true && isFor(entry));
  });
  expect(without.map(([path]) => path)).toEqual([]);
});

// `node` is published for some systems only: its install script fails on the others, which npm allows an optional package.
test('no package that fails to install on some systems is required', () => {
  expect(packages['node_modules/node']).toMatchObject({ optional: true, hasInstallScript: true });
  const scripts = installed.filter(([, entry]) => entry.hasInstallScript === true && entry.optional !== true);
  // package.json does not allow its script (allowScripts).
  expect(scripts.map(([path]) => path)).toEqual(['node_modules/electron-winstaller']);
});
