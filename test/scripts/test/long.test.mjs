import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { root } from '../../../scripts/root.mjs';
import { longRuns } from '../../../scripts/test/long.mjs';

it('the long runs include every campaign that has a command', () => {
  const commands = globSync('test/campaigns/*/main.ts', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  expect(Object.values(longRuns).map(([entry]) => entry)).toEqual(expect.arrayContaining(commands));
});
