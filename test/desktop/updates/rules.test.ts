// The rules of updates that need no process: eligibility, rollouts, release notes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { updatedBy, notesSince } from '../../../main/electron/updates/installation.ts';
import { isInRollout } from '../../../main/electron/updates/engine/engine.ts';
import { root } from '../../architecture/source-files.ts';

describe('an installation is updated by', () => {
  const mount = '/tmp/.mount_PilotX';
  const image = { APPIMAGE: '/home/anna/Pilot Companion.AppImage', APPDIR: mount };
  const program = '/opt/Pilot Companion/pilot-companion';
  const linux = { isPackaged: true, platform: 'linux' as const, env: {}, program, packageType: null, hasFeed: true };
  const inMount = { ...linux, env: image, program: `${mount}/usr/lib/pilot-companion/pilot-companion` };
  const windows = { ...linux, platform: 'win32' as const, program: 'C:\\Programs\\Pilot Companion.exe' };

  test.each([
    ['the app: an AppImage', inMount, 'app'],
    [
      'the app: an AppImage with the package-type of a deb that was packed before it',
      { ...inMount, packageType: 'deb' },
      'app',
    ],
    ['nobody: an AppImage without a feed', { ...inMount, hasFeed: false }, 'nobody'],
    ['the system: a deb', { ...linux, packageType: 'deb' }, 'system'],
    ['the system: an rpm', { ...linux, packageType: 'rpm' }, 'system'],
    ['the system: a deb that another AppImage has started', { ...linux, packageType: 'deb', env: image }, 'system'],
    ['the system: a Flatpak', { ...linux, env: { FLATPAK_ID: 'app.pilotcompanion' } }, 'system'],
    ['nobody: an unpacked folder', linux, 'nobody'],
    ['nobody: a folder beside the mount of an AppImage', { ...inMount, program: `${mount}-other/app` }, 'nobody'],
    ['the app: Windows', windows, 'app'],
    ['nobody: a portable program', { ...windows, env: { PORTABLE_EXECUTABLE_DIR: 'D:\\' } }, 'nobody'],
    ['nobody: Windows without a feed', { ...windows, hasFeed: false }, 'nobody'],
    ['the app: macOS', { ...linux, platform: 'darwin' as const }, 'app'],
    ['nobody: the repository', { ...inMount, isPackaged: false }, 'nobody'],
  ])('%s', (_title, installation, by) => {
    expect(updatedBy(installation)).toBe(by);
  });
});

describe('a staged rollout', () => {
  const ids = Array.from({ length: 2_000 }, (_, index) => `installation-${index}`);
  const share = (version: string, percentage: number) => ids.filter((id) => isInRollout(id, version, percentage));

  test('of 0 % reaches no one, of 100 % or without a share everyone', () => {
    expect(share('1.1.0', 0)).toEqual([]);
    expect(share('1.1.0', 100)).toEqual(ids);
    expect(ids.every((id) => isInRollout(id, '1.1.0', undefined))).toBe(true);
  });

  test('of 50 % reaches about half, always the same, and keeps them when it grows', () => {
    const half = share('1.1.0', 50);
    expect(half.length).toBeGreaterThan(900);
    expect(half.length).toBeLessThan(1_100);
    expect(share('1.1.0', 50)).toEqual(half);
    const more = new Set(share('1.1.0', 70));
    expect(half.every((id) => more.has(id))).toBe(true);
  });

  test('begins with other installations at the next version', () => {
    const again = new Set(share('1.2.0', 50));
    const both = share('1.1.0', 50).filter((id) => again.has(id));
    expect(both.length).toBeGreaterThan(400);
    expect(both.length).toBeLessThan(600);
  });
});

describe('the notes of a release', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n- Secret plans.\n\n## [1.2.0] - 2026-12-01\n\n### Added\n\n- **Bold** and `code`, see [the page](docs/x.md).\n' +
    '\n## [1.1.0] - 2026-11-01\n\n**Uploading**\n\n- Faster\u001B[31m uploads\u202E.\n\n## [1.0.0]\n\n- The first.\n';

  test('are plain lines of every version since the previous one', () => {
    expect(notesSince(changelog, '1.0.0', '1.2.0')).toEqual(['Bold and code, see the page.', 'Faster[31m uploads.']);
    expect(notesSince(changelog, '1.1.0', '1.2.0')).toHaveLength(1);
  });

  test('are those of the version alone if the previous one is not known', () => {
    expect(notesSince(changelog, '0.9.0-beta.1', '1.1.0')).toEqual(['Faster[31m uploads.']);
  });

  test('are empty for a version without a section', () => {
    expect(notesSince(changelog, '1.0.0', '1.3.0')).toEqual([]);
  });

  test('are bounded', () => {
    const long = `## [2.0.0]\n\n${'- '.concat('x'.repeat(5_000), '\n').repeat(500)}`;
    const notes = notesSince(long, '1.0.0', '2.0.0');
    expect(notes).toHaveLength(40);
    expect(notes.every((note) => note.length <= 300)).toBe(true);
  });

  test('can be read from the changelog of the project', () => {
    const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
    // Any of them: just after a release, "Unreleased" is empty.
    const versions = [...changelog.matchAll(/^## \[([^\]]+)\]/gm)].map(([, version = '']) => version);
    expect(versions.flatMap((version) => notesSince(changelog, '', version)).length).toBeGreaterThan(10);
  });
});
