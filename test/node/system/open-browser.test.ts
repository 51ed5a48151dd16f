import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { browserCommands, createBrowserOpener, neverOpens } from '../../../main/node/system/open-browser.ts';
import { failureOf, quiet } from '../../core/account/account-under-test.ts';

const at = 'http://127.0.0.1:5/x?a=b&c=d';
const posix = process.platform !== 'win32';
const places = mkdtempSync(join(tmpdir(), 'pilot companion browser-'));
const spaced = join(places, 'my browser');
writeFileSync(spaced, '');
afterAll(() => rmSync(places, { recursive: true }));

test.each([
  ['arguments', { BROWSER: 'curl -sL' }, 'linux', [['curl', '-sL', at]]],
  ['a place for the address', { BROWSER: 'firefox --new %s -x' }, 'linux', [['firefox', '--new', at, '-x']]],
  [
    'alternatives',
    { BROWSER: 'a:b %s: :c' },
    'linux',
    [
      ['a', at],
      ['b', at],
      ['c', at],
    ],
  ],
  [
    'quotes',
    { BROWSER: `"/opt/My Browser/run" --profile 'a b' x\\ y "%s"` },
    'linux',
    [['/opt/My Browser/run', '--profile', 'a b', 'x y', at]],
  ],
  [
    'a colon in quotes',
    { BROWSER: `'a:b' -n:"c d"` },
    'linux',
    [
      ['a:b', '-n', at],
      ['c d', at],
    ],
  ],
  ['a path with spaces', { BROWSER: spaced }, 'linux', [[spaced, at]]],
  ['a quoted Windows path', { BROWSER: `"C:\\My Browser\\b.exe" -n` }, 'win32', [['C:\\My Browser\\b.exe', '-n', at]]],
  ['a path of Windows', { BROWSER: 'C:\\b.exe' }, 'win32', [['C:\\b.exe', at]]],
  ['a screen', { DISPLAY: ':0' }, 'linux', [['xdg-open', at]]],
  ['Wayland', { WAYLAND_DISPLAY: 'w' }, 'linux', [['xdg-open', at]]],
  ['no screen', {}, 'linux', []],
  [
    'macOS',
    {},
    'darwin',
    [
      ['osascript', '-'],
      ['open', at],
    ],
  ],
  ['Windows', {}, 'win32', [['rundll32', 'url.dll,FileProtocolHandler', at]]],
] as const)('with %s: what is started', (_, env, platform, expected) => {
  const commands = browserCommands(env, platform, at).map((one) => [one.program, ...one.arguments]);
  expect(commands).toEqual(expected);
});

test('hides the address from other users on macOS, and escapes it', () => {
  const [first] = browserCommands({}, 'darwin', 'http://127.0.0.1:5/?a="&quit\\"#key=k');
  expect(first?.arguments).toEqual(['-']);
  expect(first?.input).toBe('open location "http://127.0.0.1:5/?a=%22&quit%5C%22#key=k"\n');
});

/** A program that writes to a file what `print`, a command of a shell, prints; `seen` waits for it. */
function recorder(name: string, print: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pilot-companion-browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [path, seen] = [join(folder, name), join(folder, 'seen')];
  writeFileSync(path, `#!/bin/sh\n${print} > ${seen}.part; mv ${seen}.part ${seen}\n`, { mode: 0o700 });
  return {
    folder,
    path,
    async seen() {
      await vi.waitUntil(() => existsSync(seen), { interval: 5, timeout: 60_000 });
      return readFileSync(seen, 'utf8');
    },
  };
}

test.skipIf(!posix)('passes the address on standard input', async () => {
  const { folder, seen } = recorder('osascript', 'cat');
  const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
  const onMac = createBrowserOpener({ env, platform: 'darwin', log: quiet });
  expect(await onMac.open(at)).toEqual({ ok: true, value: null });
  expect(await seen()).toBe(`open location "${at}"\n`);
});

const opener = (env: NodeJS.ProcessEnv) =>
  createBrowserOpener({ env: { PATH: process.env['PATH'], ...env }, platform: 'linux', log: quiet });

test.skipIf(!posix)('passes the address as one argument without a shell', async () => {
  const { path, seen } = recorder('browser.sh', `printf '%s|' "$@"`);
  const address = 'http://127.0.0.1:5/x?a=$(id)&b=;%60id%60';
  expect(await opener({ BROWSER: `no-such-program:${path} -n` }).open(address)).toEqual({ ok: true, value: null });
  expect(await seen()).toBe(`-n|${address}|`);
});

test.each([
  ['a missing program', { BROWSER: 'no-such-program-here' }],
  ['a program that refuses', { BROWSER: 'false' }],
  ['no screen', {}],
])('returns a failure for %s', async (_, env) => {
  const failure = failureOf(await opener(env).open(at));
  expect(failure.kind).toBe('not-supported-here');
  expect(failure.message.id).toBe('failure.noBrowser');
});

test.each(['file:///etc/passwd', 'javascript:alert(1)', '-rf', ''])('refuses %j as an address', async (address) => {
  expect(failureOf(await opener({ BROWSER: 'true' }).open(address)).kind).toBe('not-supported-here');
});

test('--no-browser never opens anything', async () => {
  expect((await neverOpens.open(at)).ok).toBe(false);
});
