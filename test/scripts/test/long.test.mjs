import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/root.mjs';
import { longRuns, longRunsOf } from '../../../scripts/test/long.mjs';

describe('the long runs', () => {
  it('are every campaign that has a command, and the model', () => {
    const entries = globSync('test/campaigns/*/main.ts', { cwd: root });
    const named = new Set(longRuns.map(({ entry }) => entry).filter((entry) => entry.startsWith('test/')));
    expect(named).toEqual(new Set(entries.map((path) => path.replaceAll('\\', '/'))));
    expect([...named].filter((entry) => !existsSync(join(root, entry)))).toEqual([]);
  });

  it('list the valid names if one is unknown', () => {
    expect(() => longRunsOf(['dai'])).toThrow(/no long run called dai.\n.*crash, damage, model/);
  });
});
