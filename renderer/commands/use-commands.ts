// Components on screen register the commands that they handle; the shortcuts and the palette run them from here.
import { useLayoutEffect, useRef } from 'react';
import { isTyping, useWindowEvent } from '../elements/use-keydown.ts';
import { openView } from '../elements/use-view.ts';
import { useWindow } from '../store/use-window.ts';
import {
  type CommandId,
  commandOf,
  type CommandRow,
  commandRows,
  type ShortcutChanges,
  shortcutFor,
  shortcutOf,
} from './shortcuts.ts';

/**
 * Returns `false` if there is nothing to do, so that the key keeps its other meaning. `typed`: what was typed after the
 * shortcut while the view opened.
 */
type Handler = (typed: string) => unknown;
type Handlers = Partial<Readonly<Record<CommandId, Handler>>>;

const mounted = new Set<() => Handlers>();
/** A command that runs as soon as a component that handles it is on screen. */
let due: { readonly id: CommandId; readonly until: number; typed: string } | null = null;
/** If nothing handles the command by then, it is dropped. */
const openingMs = 3_000;

export function useCommands(handlers: Handlers): void {
  // Not an effect event: the palette calls it while rendering.
  const current = useRef(handlers);
  useLayoutEffect(() => {
    const read = () => current.current;
    mounted.add(read);
    return () => void mounted.delete(read);
  }, []);
  useLayoutEffect(() => {
    current.current = handlers;
    const handler = due === null ? undefined : handlers[due.id];
    if (due === null || !handler) return;
    const { typed } = due;
    due = null;
    handler(typed);
  });
}

const handlerOf = (id: CommandId): Handler | undefined => {
  for (const read of mounted) {
    const handler = read()[id];
    if (handler) return handler;
  }
  return undefined;
};

export const canRun = ({ id, view }: CommandRow): boolean => view !== undefined || handlerOf(id) !== undefined;

/** Whether a command waits for its view. Keys typed meanwhile are meant for that view. */
const isDue = (): boolean => due !== null && performance.now() < due.until;

/** Buffers a character typed while a command waits for its view. Returns whether it did. */
function keepTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (due === null || !isDue() || key.length !== 1 || ctrlKey || metaKey || altKey) return false;
  due.typed += key;
  return true;
}

/** Runs a command if something on screen handles it. Returns whether it did. */
function runHere({ id }: CommandRow): boolean {
  const handler = handlerOf(id);
  return handler !== undefined && handler('') !== false;
}

/** Runs a command, in its own view if nothing on screen handles it. */
export function run(row: CommandRow): void {
  if (runHere(row) || row.view === undefined) return;
  // If the view is open and still doesn't handle it, the command isn't possible now, for example during an export.
  const isThere = commandRows.some(({ id, view }) => view === row.view && handlerOf(id) !== undefined);
  if (isThere && location.hash.startsWith(`#${row.view}`)) return;
  due = { id: row.id, until: performance.now() + openingMs, typed: '' };
  openView(row.view);
}

const none: ShortcutChanges = {};

/** The pilot's shortcuts, and the one key listener for them. */
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
  useWindowEvent('keydown', (event) => {
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
}

/**
 * Opens the menu of a button and focuses the button, so that Tab moves to the entries and Escape returns the focus.
 */
export function openMenu(selector: string): void {
  const before = document.activeElement;
  const button = document.querySelector<HTMLButtonElement>(selector);
  button?.focus();
  button?.click();
  function giveBack({ newState }: ToggleEvent) {
    if (newState === 'open') return;
    button?.popoverTargetElement?.removeEventListener('toggle', giveBack as EventListener);
    if (document.activeElement === button && before !== document.body) (before as HTMLElement | null)?.focus();
  }
  button?.popoverTargetElement?.addEventListener('toggle', giveBack as EventListener);
}
