// The pilot's shortcuts, and the one key listener for them.
import { useEffectEvent, useLayoutEffect } from 'react';
import { isTyping } from '../elements/use-keydown.ts';
import { useWindow } from '../store/use-window.ts';
import { commandRows, type CommandId } from './command-table.ts';
import { commandOf, shortcutFor, shortcutOf, type ShortcutChanges } from './shortcuts.ts';
import { isDue, keepTyped, run, runHere } from './use-commands.ts';

const none: ShortcutChanges = {};

export const useShortcutChanges = (): ShortcutChanges => useWindow(({ settings }) => settings?.shortcuts ?? none);

/** Returns the shortcut of a command; empty if it has none. */
export function useShortcut(id: CommandId): string {
  const changes = useShortcutChanges();
  return shortcutFor(
    commandRows.find((row) => row.id === id)!,
    changes,
  );
}

/** Whether a key press belongs to a field or dialog. While typing, only shortcuts with Ctrl work; in a dialog, none. */
const isElsewhere = (target: EventTarget | null, shortcut: string) =>
  isTyping(target) && (!shortcut.startsWith('Mod+') || (target as HTMLElement).closest('dialog') !== null);

export function useShortcuts(): void {
  const changes = useShortcutChanges();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (keepTyped(event)) return event.preventDefault();
    const shortcut = shortcutOf(event);
    if (shortcut === null || event.defaultPrevented || isElsewhere(event.target, shortcut)) return;
    const row = commandOf(shortcut, changes);
    if (row === null || (event.repeat && !row.repeats)) return;
    if (isDue()) return;
    if (row.fromAnywhere) run(row);
    else if (!runHere(row)) return;
    event.preventDefault();
  });
  // A layout effect: the keys work as soon as the view is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
