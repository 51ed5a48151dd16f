import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/root.mjs';
import { longRuns, longRunsOf } from '../../../scripts/test/long.mjs';

describe('the long runs', () => {
  it('are every campaign, crowd and fuzz run that has a command', () => {
    const entries = globSync('test/{campaigns,attacks,emulator}/*/main.ts', { cwd: root });
    const named = new Set(longRuns.map(({ entry }) => entry));
    expect(named).toEqual(new Set(entries.map((path) => path.replaceAll('\\', '/'))));
    expect([...named].filter((entry) => !existsSync(join(root, entry)))).toEqual([]);
  });

  it('are all if none is named, otherwise the named ones', () => {
    expect(longRunsOf([])).toEqual(longRuns);
    expect(longRunsOf(['day', 'crash']).map(({ name }) => name)).toEqual(['crash', 'day']);
  });

  it('list the valid names if one is unknown', () => {
    expect(() => longRunsOf(['dai'])).toThrow(/no long run called dai.\n.*crash, damage, faults, /);
  });
});
