import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../architecture/source-files.ts';

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
/** The optional ones are for development too: no package contains them. */
const forDevelopment = { ...manifest.devDependencies, ...manifest.optionalDependencies };
const [, runs = '', builds = ''] = readFileSync(join(root, 'docs/design/dependencies.md'), 'utf8').split(/^## /m);

const namesIn = (section: string) => [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);

describe('docs/design/dependencies.md', () => {
  test('lists the runtime dependencies of package.json', () => {
    expect(namesIn(runs)).toEqual(Object.keys(manifest.dependencies).toSorted());
  });

  test('lists the development dependencies of package.json', () => {
    const named = Object.keys(forDevelopment).filter((name) => !name.startsWith('@types/'));
    expect(namesIn(builds)).toEqual(named.toSorted());
  });

  test('every version in package.json is exact', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...forDevelopment });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});
