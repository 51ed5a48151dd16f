// Which component handles a command: those on screen register, and the keys and the palette look them up here.
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
/** To be carried out once the view that can is there. */
let due: { readonly id: CommandId; readonly until: number; typed: string } | null = null;
/** A view that takes longer can't run it at all. */
const OPENING_MS = 1_000;

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

/** Whether a command waits for its view: keys typed meanwhile are meant for that. */
export const isDue = (): boolean => due !== null && performance.now() < due.until;

/** Keeps a letter that is typed while a command waits for its view. Returns whether it did. */
export function keepTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (due === null || !isDue() || key.length !== 1 || ctrlKey || metaKey || altKey) return false;
  due.typed += key;
  return true;
}

/** Returns whether something on screen carried it out. */
export function runHere({ id }: CommandRow): boolean {
  const handler = handlerOf(id);
  return handler !== undefined && handler('') !== false;
}

/** Runs it, in the view in which that is possible. */
export function run(row: CommandRow): void {
  if (runHere(row) || row.view === undefined) return;
  // In its own view, once that is there, it is not possible now, such as during an export.
  const isThere = commandRows.some(({ id, view }) => view === row.view && handlerOf(id) !== undefined);
  if (isThere && location.hash.startsWith(`#${row.view}`)) return;
  due = { id: row.id, until: performance.now() + OPENING_MS, typed: '' };
  openView(row.view);
}
