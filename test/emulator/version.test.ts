import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
const { version: ofPackage } = read('package.json') as { version: string };

it('the lock file has the version of the package', () => {
  expect(read('package-lock.json')).toMatchObject({ version: ofPackage, packages: { '': { version: ofPackage } } });
});
