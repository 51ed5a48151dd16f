import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dependingOnUser } from '../../../scripts/test/ordinary-user.mjs';
import { root } from '../../../scripts/root.mjs';

const files = globSync('test/**/*.test.{ts,tsx,mjs}', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
/** Found in tests that depend on the user: modes, users, mounted disks, keychains. */
const signs =
  /\bgetuid\b|\bseteuid\b|\bchmod(?:Sync)?\(|\bmode & 0o|asOtherUser|mountSmallDisk|spawnSync\('mount'|keychain-session/;

describe('the tests that run again as an ordinary user', () => {
  it.each(dependingOnUser)('exist: %s', (path) => {
    expect(files.some((file) => file.includes(path))).toBe(true);
  });

  it('include every test about users, modes, disks or keychains', () => {
    const missing = files.filter((file) => {
      return signs.test(readFileSync(join(root, file), 'utf8')) && !dependingOnUser.some((path) => file.includes(path));
    });
    expect(missing).toEqual([]);
  });
});
