import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { browserCommand, openInBrowser } from '../../../emulator/cli/process-io.ts';

const address = 'http://127.0.0.1:4200/_emulator/#token=a;b&c$(d)';

it.each([
  ['darwin', {}, ['open', address]],
  ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler', address]],
  ['linux', { DISPLAY: ':0' }, ['xdg-open', address]],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open', address]],
  ['linux', {}, []],
  ['linux', { BROWSER: 'firefox --new-tab' }, ['firefox', '--new-tab', address]],
] as const)('on %s passes %j to the browser as one argument', (platform, env, command) => {
  expect(browserCommand(address, { platform, env })).toEqual(command);
});

it.each(['/nowhere/at-all', '/bin/false'])('tells when no browser opens: %s', async (browser) => {
  const place = { platform: 'linux', env: { BROWSER: browser } } as const;
  const result = new Promise((resolve) => openInBrowser(address, place, () => resolve('none')));
  expect(await result).toBe('none');
});

it.skipIf(process.platform === 'win32')('starts it without a shell', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pilot-companion-browser-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const browser = join(folder, 'browser');
  const opened = join(folder, 'opened');
  await writeFile(browser, `#!/bin/sh\nprintf %s "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`, {
    mode: 0o755,
  });
  openInBrowser(address, { platform: 'linux', env: { BROWSER: browser } }, () => {
    throw new Error('a browser took it');
  });
  await expect.poll(() => readFile(opened, 'utf8').catch(() => null)).toBe(address);
});
