// Maps key presses to shortcuts and commands, and formats shortcuts for display. Pure.
import { commandRows, type CommandId, type CommandRow } from './command-table.ts';

/** The pilot's own shortcuts by command id; empty for no shortcut. */
export type ShortcutChanges = Readonly<Record<string, string>>;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'>;

/** Returns the shortcut of a key press, such as `j`, `?` or `Mod+Shift+k`; null if it can't be one. */
export function shortcutOf(event: Pressed): string | null {
  // Some keyboards type symbols with AltGr, which arrives as Ctrl and Alt.
  const isSign = event.getModifierState('AltGraph');
  if (event.key.length !== 1 || event.key === ' ' || (event.altKey && !isSign)) return null;
  if (isSign || !(event.ctrlKey || event.metaKey)) return event.key;
  return `Mod+${event.shiftKey ? 'Shift+' : ''}${event.key.toLowerCase()}`;
}

export const shortcutFor = ({ id, shortcut }: CommandRow, changes: ShortcutChanges): string => changes[id] ?? shortcut;

export const commandOf = (shortcut: string, changes: ShortcutChanges): CommandRow | null =>
  commandRows.find((row) => shortcutFor(row, changes) === shortcut) ?? null;

/** Shortcuts of the system, the browser and the menu: undo, copy, print, quit, zoom and so on. */
const reserved = new Set('acfhlmnopqrstvwxyz0123456789,+-='.split('').map((key) => `Mod+${key}`));

/** Returns why a command can't have a shortcut: `reserved`, or the command that has it. Null if it can. */
export function conflictOf(shortcut: string, id: CommandId, changes: ShortcutChanges): 'reserved' | CommandRow | null {
  if (reserved.has(shortcut)) return 'reserved';
  const other = commandOf(shortcut, changes);
  return other === null || other.id === id ? null : other;
}

/** Returns the changes with a new shortcut for a command. The command's default removes its change. */
export function withShortcut(changes: ShortcutChanges, row: CommandRow, shortcut: string): ShortcutChanges {
  const { [row.id]: _before, ...others } = changes;
  return shortcut === row.shortcut ? others : { ...others, [row.id]: shortcut };
}

/** Returns the label of each key. */
export function keycapsOf(shortcut: string, isMac: boolean): string[] {
  if (shortcut === '') return [];
  const parts = shortcut.split(/(?<=.)\+(?=.)/);
  const names: Readonly<Record<string, string>> = { Mod: isMac ? '⌘' : 'Ctrl', Shift: isMac ? '⇧' : 'Shift' };
  return parts.map((part) => names[part] ?? (parts.length > 1 && part.length === 1 ? part.toUpperCase() : part));
}

/** Returns the value of `aria-keyshortcuts`. */
export const ariaShortcut = (shortcut: string): string | undefined => {
  if (shortcut === '') return undefined;
  if (!shortcut.startsWith('Mod+')) return shortcut;
  return `${shortcut.replace('Mod', 'Control')} ${shortcut.replace('Mod', 'Meta')}`;
};
