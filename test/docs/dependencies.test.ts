import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../architecture/source-files.ts';

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
/** The optional ones are for development too: no package contains them. */
const forDevelopment = { ...manifest.devDependencies, ...manifest.optionalDependencies };
const [, runs = '', builds = ''] = readFileSync(join(root, 'docs/design/dependencies.md'), 'utf8').split(/^## /m);

/** Rows of a table that begin with a package's name: name, what for, license, binary. */
const rowsOf = (section: string) =>
  [...section.matchAll(/^\| `([^`]+)` \| (.+) \| (.+) \| (.+) \|$/gm)].map(([, name, message, licence, binary]) => ({
    name: name!,
    message: message!,
    licence: licence!,
    binary: binary!,
  }));

describe('docs/design/dependencies.md', () => {
  test('lists the runtime dependencies of package.json', () => {
    expect(rowsOf(runs).map(({ name }) => name)).toEqual(Object.keys(manifest.dependencies).toSorted());
  });

  test('lists the development dependencies of package.json', () => {
    expect(rowsOf(builds).map(({ name }) => name)).toEqual(Object.keys(forDevelopment).toSorted());
  });

  test.each([...rowsOf(runs), ...rowsOf(builds)])('lists the license of $name', ({ name, licence }) => {
    const installed = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
      license: string;
    };
    expect(licence.split(/[,;]/)[0]).toBe(installed.license);
  });

  test('every version in package.json is exact', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...forDevelopment });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});
