import { expect, test } from 'vitest';
import { places } from '../../../scripts/release/linux/checks.mjs';
import { readLine } from '../../../scripts/release/linux/fpm-substitute.mjs';

test("the substitute for fpm reads electron-builder's options", () => {
  const given = '-s dir --force -t deb -d libgtk-3-0 --depends libc6 --name x'.split(' ');
  const line = readLine(
    given.concat('--rpm-rpmbuild-define=_build_id_links none', '/tmp/a b/=/opt/A B', 'icon.png=/usr/share/icon.png'),
  );
  expect(line.options).toMatchObject({
    '-t': ['deb'],
    '-d': ['libgtk-3-0', 'libc6'],
    '--rpm-rpmbuild-define': ['_build_id_links none'],
  });
  expect(line.sources).toEqual([
    { from: '/tmp/a b/', to: '/opt/A B' },
    { from: 'icon.png', to: '/usr/share/icon.png' },
  ]);
});

test('the substitute for fpm stops at an option that it would leave out', () => {
  expect(() => readLine(['--deb-systemd', 'x.service'])).toThrow("doesn't know --deb-systemd");
});

test.each([
  ['opt/Pilot Companion/resources/app.asar', true],
  ['usr/share/icons/hicolor/48x48/apps/pilot-companion.png', true],
  ['usr/bin/pilot-companion', false],
  ['opt/Pilot CompanionX/file', false],
  ['etc/cron.d/pilot-companion', false],
])('a package may have %s: %s', (path, may) => {
  expect(places.some((place) => place.test(path))).toBe(may);
});
