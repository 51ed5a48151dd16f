// Shortcuts: which one a key press is, which command it belongs to, and how it is shown. Pure.
import { commandRows, type CommandId, type CommandRow } from './command-table.ts';

/** What the pilot has changed, by the command's id; an empty text for no shortcut. */
export type ShortcutChanges = Readonly<Record<string, string>>;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'>;

/** Returns the shortcut of a key press, such as `j`, `?` or `Mod+Shift+k`; null if it can't be one. */
export function shortcutOf(event: Pressed): string | null {
  // AltGr is how some keyboards write signs; it arrives as Ctrl and Alt.
  const isSign = event.getModifierState('AltGraph');
  if (event.key.length !== 1 || event.key === ' ' || (event.altKey && !isSign)) return null;
  if (isSign || !(event.ctrlKey || event.metaKey)) return event.key;
  return `Mod+${event.shiftKey ? 'Shift+' : ''}${event.key.toLowerCase()}`;
}

export const shortcutFor = ({ id, shortcut }: CommandRow, changes: ShortcutChanges): string => changes[id] ?? shortcut;

export const commandOf = (shortcut: string, changes: ShortcutChanges): CommandRow | null =>
  commandRows.find((row) => shortcutFor(row, changes) === shortcut) ?? null;

/** Those of the system, of a browser and of the menu: undo, copy, print, quit, zoom and their like. */
const reserved = new Set('acfhlmnopqrstvwxyz0123456789,+-='.split('').map((key) => `Mod+${key}`));

/** Why a command can't have a shortcut: it is `reserved`, or another command has it; null if it can. */
export function conflictOf(shortcut: string, id: CommandId, changes: ShortcutChanges): 'reserved' | CommandRow | null {
  if (reserved.has(shortcut)) return 'reserved';
  const other = commandOf(shortcut, changes);
  return other === null || other.id === id ? null : other;
}

/** The changes with another shortcut for a command; one that is the command's own again is no change. */
export function withShortcut(changes: ShortcutChanges, row: CommandRow, shortcut: string): ShortcutChanges {
  const { [row.id]: _before, ...others } = changes;
  return shortcut === row.shortcut ? others : { ...others, [row.id]: shortcut };
}

/** One text for each keycap. */
export function keycapsOf(shortcut: string, isMac: boolean): string[] {
  if (shortcut === '') return [];
  const parts = shortcut.split(/(?<=.)\+(?=.)/);
  const names: Readonly<Record<string, string>> = { Mod: isMac ? '⌘' : 'Ctrl', Shift: isMac ? '⇧' : 'Shift' };
  return parts.map((part) => names[part] ?? (parts.length > 1 && part.length === 1 ? part.toUpperCase() : part));
}

/** For `aria-keyshortcuts`. */
export const ariaShortcut = (shortcut: string): string | undefined => {
  if (shortcut === '') return undefined;
  if (!shortcut.startsWith('Mod+')) return shortcut;
  return `${shortcut.replace('Mod', 'Control')} ${shortcut.replace('Mod', 'Meta')}`;
};
