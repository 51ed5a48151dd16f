import { expect, test } from 'vitest';
import { guardSession, mayNavigate, mayOpenOutside, maySignInAt } from '../../../main/electron/window/guards.ts';
import { isOwnWindow } from '../../../main/electron/ipc.ts';

const signIn = 'http://127.0.0.1:4711/oauth/authorize?state=1';

test.each([
  ['https://service.example/oauth/authorize?state=1', true],
  ['http://127.0.0.1:4711/oauth/authorize', true],
  ['http://[::1]:4711/oauth/authorize', true],
  ['http://localhost:4711/oauth/authorize', false],
  ['http://127.0.0.1.example/oauth/authorize', false],
  ['http://service.example/oauth/authorize', false],
  ['https://pilot:secret@service.example/', false],
  ['http://127.0.0.1@service.example/', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['app://pilot-companion/', false],
  ['ms-settings:', false],
  ['smb://server/share', false],
  ['https://', false],
  ['', false],
  [`https://service.example/${'x'.repeat(8000)}`, false],
])('lets the sign-in open %s: %s', (address, expected) => {
  expect(maySignInAt(address)).toBe(expected);
});

const services = ['https://service.example', 'https://other.example:8443/base', 'http://127.0.0.1:4200', ''];

test.each([
  ['https://service.example/help', null, true],
  ['https://SERVICE.example/help?a#b', null, true],
  ['https://other.example:8443/', null, true],
  ['https://other.example/', null, false],
  ['http://service.example/help', null, false],
  ['https://service.example.evil.example/', null, false],
  ['https://service.example@evil.example/', null, false],
  ['https://pilot@service.example/', null, false],
  ['https://elsewhere.example/', null, false],
  ['http://127.0.0.1:4200/', null, false],
  [signIn, signIn, true],
  [signIn, null, false],
  [`${signIn}&more`, signIn, false],
  ['http://127.0.0.1:80/', signIn, false],
  ['file:///etc/passwd', 'file:///etc/passwd', false],
  ['javascript:alert(1)', null, false],
  ['ms-msdt:/id', null, false],
])('lets a link open %s while the sign-in is at %s: %s', (address, signIn, expected) => {
  expect(mayOpenOutside(address, { signIn, services })).toBe(expected);
});

test('grants a session no permission but to copy, and no outgoing request', () => {
  const handlers: Record<string, (...given: never[]) => unknown> = {};
  const keep = (name: string) => (handler: (...given: never[]) => unknown) => void (handlers[name] = handler);
  let filter: string[] = [];
  const rejected: string[] = [];
  guardSession(
    {
      webRequest: {
        onBeforeRequest: ({ urls }: { urls: string[] }, handler: (...given: never[]) => unknown) => {
          filter = urls;
          keep('request')(handler);
        },
      },
      setPermissionRequestHandler: keep('ask'),
      setPermissionCheckHandler: keep('check'),
      setDevicePermissionHandler: keep('device'),
    } as never,
    (what, address) => rejected.push(`${what} ${address}`),
  );
  const answers: unknown[] = [];
  const ask = handlers['ask'] as unknown as (
    contents: null,
    permission: string,
    answer: (value: boolean) => void,
  ) => void;
  for (const permission of ['media', 'notifications', 'openExternal', 'clipboard-read', 'of tomorrow'])
    ask(null, permission, (value) => answers.push(value));
  ask(null, 'clipboard-sanitized-write', (value) => answers.push(value));
  const request = handlers['request'] as unknown as (details: object, answer: (value: object) => void) => void;
  request({ url: 'https://evil.example/' }, (value) => answers.push(value));
  expect(answers).toEqual([false, false, false, false, false, true, { cancel: true }]);
  expect([handlers['check']?.(), handlers['device']?.()]).toEqual([false, false]);
  expect(filter).toEqual(['http', 'https', 'ws', 'wss', 'ftp', 'file'].map((scheme) => `${scheme}://*/*`));
  expect(rejected).toHaveLength(6);
});

test.each([
  ['app://pilot-companion/', true],
  ['app://pilot-companion/index.html', true],
  ['app://pilot-companion/images/job-1', false],
  ['app://pilot-companion/assets/index.js', false],
  ['app://pilot-companion.example/', false],
  ['https://service.example/', false],
  ['file:///etc/passwd', false],
  ['data:text/html,x', false],
  ['about:blank', false],
])('lets the page navigate to %s: %s', (address, expected) => {
  expect(mayNavigate(address)).toBe(expected);
});

const own = { id: 1 };
const mainFrame = { parent: null, origin: 'app://pilot-companion' };

test.each([
  ['the main frame of the window', { sender: own, senderFrame: mainFrame }, own, true],
  ['a frame inside the window', { sender: own, senderFrame: { ...mainFrame, parent: mainFrame } }, own, false],
  ['a page of another origin', { sender: own, senderFrame: { parent: null, origin: 'https://a.example' } }, own, false],
  ['a page without an origin', { sender: own, senderFrame: { parent: null, origin: 'null' } }, own, false],
  ['a frame that is gone', { sender: own, senderFrame: null }, own, false],
  ['another window', { sender: { id: 2 }, senderFrame: mainFrame }, own, false],
  ['a window while ours is closed', { sender: own, senderFrame: mainFrame }, undefined, false],
])("accepts a call from %s only from the window's own page", (_who, event, window, expected) => {
  expect(isOwnWindow(event, window)).toBe(expected);
});
