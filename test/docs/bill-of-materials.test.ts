// Compares the bill of materials and the licences of the package with the sources and the lock file. The build makes
// both before the tests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { importsOf } from '../architecture/imports-of.ts';
import { root, textFiles } from '../architecture/source-files.ts';

const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(root, ...path), 'utf8'));
const component = z.object({
  name: z.string(),
  version: z.string(),
  licenses: z.array(
    z.union([
      z.object({ license: z.object({ id: z.string() }) }).transform((one) => one.license.id),
      z.object({ expression: z.string() }).transform((one) => one.expression),
    ]),
  ),
});
const bill = z
  .object({ bomFormat: z.literal('CycloneDX'), metadata: z.object({ component }), components: z.array(component) })
  .parse(read('dist', 'sbom.cdx.json'));
const lock = z
  .object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
  .parse(read('package-lock.json'));

/** Licences that allow distribution. */
const mayShip = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'OFL-1.1',
  'BlueOak-1.0.0',
  '(MIT OR CC0-1.0)',
  // argparse, which js-yaml's command line uses: permissive, and compatible with the GPL.
  'Python-2.0',
]);

test('names this project, its version and the lock file', () => {
  expect(bill.metadata.component).toMatchObject(z.object({ version: z.string() }).parse(read('package.json')));
  expect(bill.metadata.component.name).toBe('pilot-companion');
  expect(bill.components.length).toBeGreaterThan(80);
  for (const { name, version } of bill.components) {
    const places = Object.entries(lock.packages).filter(([place]) => place.endsWith(`node_modules/${name}`));
    expect(places.map(([, found]) => found.version)).toContain(version);
  }
});

test('lists every package that shipped sources import', () => {
  const names = new Set(bill.components.map(({ name }) => name));
  const isPackage = /^(@[\w-]+\/)?[a-z]/;
  const imported = new Set(
    textFiles()
      .filter(({ path }) => /^(main|renderer|emulator)\/.*\.tsx?$/.test(path) && !path.endsWith('config.ts'))
      // Users of the entry have its package installed.
      .filter(({ path }) => path !== 'emulator/vitest.ts')
      .flatMap(({ path, text }) => importsOf(path, text))
      .filter(({ specifier, isType }) => !isType && isPackage.test(specifier) && !specifier.startsWith('node:'))
      .map(({ specifier }) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')),
  );
  expect(imported.size).toBeGreaterThan(12);
  expect([...imported].filter((name) => !names.has(name))).toEqual([]);
});

test('lists nothing that only the broker needs', () => {
  const names = new Set(bill.components.map(({ name }) => name));
  expect(['@fastify/rate-limit', 'ioredis', 'fastify'].map((name) => names.has(name))).toEqual([false, false, true]);
});

test('every package has a licence that allows distribution, and is in the list of licences', () => {
  const text = readFileSync(join(root, 'dist', 'licences.txt'), 'utf8');
  for (const { name, version, licenses } of bill.components) {
    const licence = licenses.join(' AND ');
    expect({ name, licence, mayShip: mayShip.has(licence) }).toMatchObject({ mayShip: true });
    expect(text).toContain(`${name} ${version}: ${licence}`);
  }
  for (const message of ['SIL OPEN FONT LICENSE', 'Meta Platforms', 'Permission is hereby granted']) {
    expect(text).toContain(message);
  }
});
