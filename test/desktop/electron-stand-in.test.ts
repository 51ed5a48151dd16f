// The stand-in must not hide gaps: missing members throw instead of being ignored.
import type { Shell } from 'electron';
import { expect, test } from 'vitest';
import { originOf, toChromium, toElectron } from '../support/electron-stand-in/module/addresses.ts';
import { definitionOf } from '../support/electron-stand-in/module/definitions.ts';
import { KnownEvents, strict, type Held } from '../support/electron-stand-in/module/strict.ts';

test('throws with the name of a missing member', () => {
  const shell = strict('shell', { openExternal: () => 'opened' });
  expect(shell.openExternal()).toBe('opened');
  expect(() => (shell as unknown as { beep(): void }).beep()).toThrow('The stand-in for electron has no shell.beep');
});

test('throws with the name of an event that Electron’s type definitions do not have', () => {
  const window = new KnownEvents('BrowserWindow');
  expect(() => window.on('ready-to-show', () => {})).not.toThrow();
  expect(() => window.once('ready', () => {})).toThrow("Electron has no event 'ready' of BrowserWindow");
  expect(() => window.emit('shown')).toThrow("Electron has no event 'shown' of BrowserWindow");
});

test('knows from the type definitions on which systems an event or a member exists', () => {
  const { events, members } = definitionOf('App');
  expect(events.get('open-file')).toEqual(['darwin']);
  expect(events.get('will-quit')).toEqual([]);
  expect(members.get('setAppUserModelId')).toEqual(['win32']);
  expect(members.get('quit')).toEqual([]);
  // Inherited.
  expect(definitionOf('BrowserWindow').members.get('setOverlayIcon')).toEqual(['win32']);
  expect(() => definitionOf('Aeroplane')).toThrow('Electron has no Aeroplane');
});

test('does not compile where a member differs from Electron’s', () => {
  const shell = { openExternal: (address: number) => address };
  // @ts-expect-error -- an address is a text, and nothing is returned before it is open
  shell satisfies Held<typeof shell, Shell>;
  expect(shell.openExternal(1)).toBe(1);
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
