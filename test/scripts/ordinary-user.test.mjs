import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dependingOnUser } from '../../scripts/test/ordinary-user.mjs';
import { root } from '../../scripts/root.mjs';

const files = globSync('test/**/*.test.{ts,tsx,mjs}', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
/** What a test says that depends on who runs it: modes, users, disks of its own, keychains. */
const words =
  /\bgetuid\b|\bseteuid\b|\bchmod(?:Sync)?\(|\bmode & 0o|asOtherUser|mountSmallDisk|spawnSync\('mount'|keychain-session/;

describe('what runs once more as an ordinary user', () => {
  it.each(dependingOnUser)('%s is there', (path) => {
    expect(files.some((file) => file.includes(path))).toBe(true);
  });

  it('is every test that says something about users, modes, disks or keychains', () => {
    const missing = files.filter((file) => {
      return words.test(readFileSync(join(root, file), 'utf8')) && !dependingOnUser.some((path) => file.includes(path));
    });
    expect(missing).toEqual([]);
  });
});
