// Shortcuts: what a key press is, and which may be set.
import { expect, test } from 'vitest';
import {
  ariaShortcut,
  commandOf,
  commandRows,
  conflictOf,
  keycapsOf,
  shortcutFor,
  shortcutOf,
  withShortcut,
} from '../../renderer/commands/shortcuts.ts';
import { matching, withRecent } from '../../renderer/shell/palette.tsx';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, getModifierState: () => false };
const row = (id: string) => commandRows.find((one) => one.id === id)!;

test.each([
  [{ key: 'j' }, 'j'],
  [{ key: '?', shiftKey: true }, '?'],
  [{ key: 'K', ctrlKey: true, shiftKey: true }, 'Mod+Shift+k'],
  [{ key: 'k', metaKey: true }, 'Mod+k'],
  // AltGr on a German keyboard.
  [{ key: '@', ctrlKey: true, altKey: true, getModifierState: () => true }, '@'],
  [{ key: 'j', altKey: true }, null],
  [{ key: 'F5' }, null],
  [{ key: ' ' }, null],
])('%j is the shortcut %j', (event, shortcut) => {
  expect(shortcutOf({ ...none, ...event })).toBe(shortcut);
});

test('every shortcut belongs to one command, and none to the system', () => {
  const bound = commandRows.filter(({ shortcut }) => shortcut !== '');
  for (const one of bound) expect(conflictOf(one.shortcut, one.id, {})).toBeNull();
  expect(new Set(bound.map(({ shortcut }) => shortcut)).size).toBe(bound.length);
});

test('a changed shortcut is the only one of its command, and the old one is free', () => {
  const changes = withShortcut({}, row('uploads.pause'), 'u');
  expect(commandOf('u', changes)?.id).toBe('uploads.pause');
  expect(commandOf('p', changes)).toBeNull();
  expect(conflictOf('u', 'files.choose', changes)).toBe(row('uploads.pause'));
  expect(conflictOf('p', 'files.choose', changes)).toBeNull();
  expect(conflictOf('Mod+c', 'files.choose', changes)).toBe('reserved');
  expect(shortcutFor(row('uploads.pause'), { 'uploads.pause': '' })).toBe('');
  expect(withShortcut(changes, row('uploads.pause'), 'p')).toEqual({});
});

test('keys are named as on the keyboard', () => {
  expect(keycapsOf('Mod+Shift+k', false)).toEqual(['Ctrl', 'Shift', 'K']);
  expect(keycapsOf('Mod+k', true)).toEqual(['⌘', 'K']);
  expect(keycapsOf('+', false)).toEqual(['+']);
  expect(keycapsOf('', false)).toEqual([]);
  expect(ariaShortcut('Mod+k')).toBe('Control+k Meta+k');
  expect(ariaShortcut('')).toBeUndefined();
});

test('the palette finds every word without its accents, and has the last used commands on top', () => {
  const entry = (id: string, group: string, name: string) => ({ id, group, name, shortcut: '', run: () => {} });
  const entries = [entry('a', 'Views', 'Board'), entry('b', 'Darstellung', 'Übersicht'), entry('c', '', 'Export')];
  expect(matching(entries, 'uber DARST', []).map(({ id }) => id)).toEqual(['b']);
  expect(matching(entries, '', ['c']).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  const lights = ['Add sample flights', 'Light'].map((name, at) => ({ ...entries[0]!, id: String(at), name }));
  expect(matching(lights, 'light', ['0']).map(({ name }) => name)).toEqual(['Light', 'Add sample flights']);
  expect(matching(entries, 'nothing', [])).toEqual([]);
  expect(withRecent(['a', 'b'], 'b')).toEqual(['b', 'a']);
  expect(withRecent(['1', '2', '3', '4', '5', '6', '7', '8'], '9')).toHaveLength(8);
});
