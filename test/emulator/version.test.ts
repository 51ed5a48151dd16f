import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { version } from '../../emulator/version.ts';

it('the emulator has the version of the package', () => {
  const { version: ofPackage } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(version).toBe(ofPackage);
});
