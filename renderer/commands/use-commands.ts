// Components on screen register the commands that they handle; the shortcuts and the palette run them from here.
import { useLayoutEffect, useRef } from 'react';
import { openView } from '../elements/use-view.ts';
import { commandRows, type CommandId, type CommandRow } from './command-table.ts';

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
const OPENING_MS = 3_000;

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
export const isDue = (): boolean => due !== null && performance.now() < due.until;

/** Buffers a character typed while a command waits for its view. Returns whether it did. */
export function keepTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (due === null || !isDue() || key.length !== 1 || ctrlKey || metaKey || altKey) return false;
  due.typed += key;
  return true;
}

/** Runs a command if something on screen handles it. Returns whether it did. */
export function runHere({ id }: CommandRow): boolean {
  const handler = handlerOf(id);
  return handler !== undefined && handler('') !== false;
}

/** Runs a command, in its own view if nothing on screen handles it. */
export function run(row: CommandRow): void {
  if (runHere(row) || row.view === undefined) return;
  // If the view is open and still doesn't handle it, the command isn't possible now, for example during an export.
  const isThere = commandRows.some(({ id, view }) => view === row.view && handlerOf(id) !== undefined);
  if (isThere && location.hash.startsWith(`#${row.view}`)) return;
  due = { id: row.id, until: performance.now() + OPENING_MS, typed: '' };
  openView(row.view);
}
