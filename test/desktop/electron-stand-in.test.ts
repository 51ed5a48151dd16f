// The stand-in must not hide gaps: missing members throw instead of being ignored.
import { expect, test } from 'vitest';
import { originOf, toChromium, toElectron } from '../support/electron-stand-in/module/addresses.ts';
import { KnownEvents, preventable, strict } from '../support/electron-stand-in/module/strict.ts';

test('throws with the name of a missing member', () => {
  const shell = strict('shell', { openExternal: () => 'opened' });
  expect(shell.openExternal()).toBe('opened');
  expect(() => (shell as unknown as { beep(): void }).beep()).toThrow('The stand-in for electron has no shell.beep');
});

test('throws with the name of a missing event', () => {
  const app = new KnownEvents('app', ['ready']);
  expect(() => app.on('ready', () => {})).not.toThrow();
  expect(() => app.once('login', () => {})).toThrow("The stand-in for electron has no event 'login' of app");
});

test('reports whether a listener prevented an event', () => {
  const event = preventable({ url: 'x' });
  expect(event.isPrevented()).toBe(false);
  event.preventDefault();
  expect(event.isPrevented()).toBe(true);
});

test.each([
  ['app://pilot-companion/', 'https://pilot-companion.app/', 'app://pilot-companion'],
  ['app://pilot-companion/a/b.js?c#d', 'https://pilot-companion.app/a/b.js?c#d', 'app://pilot-companion'],
  ['https://example.com/', 'https://example.com/', 'https://example.com'],
  ['about:blank', 'about:blank', 'null'],
  ['data:text/html,x', 'data:text/html,x', 'null'],
])('%s is served as %s and its origin is %s', (electron, chromium, origin) => {
  expect(toChromium(electron)).toBe(chromium);
  expect(toElectron(chromium)).toBe(electron);
  expect(originOf(chromium)).toBe(origin);
});
