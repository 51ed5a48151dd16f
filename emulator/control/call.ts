// A call of the control interface: its route, its input, and what it does. One row of a table is the call over HTTP, the step
// of a scenario, the method of the library and its description in OpenAPI.

import type { z } from 'zod';
import { EmulatorError } from '../emulator-error.ts';
import type { Page } from '../api-types.ts';
import type { ControlContext } from './control-context.ts';

export type Call<Schema extends z.ZodType = z.ZodType, Answer = unknown> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /_emulator. A `:name` is a member of the input, as are those of the query and the body. */
  path: string;
  alsoPath?: string;
  summary: string;
  /** Validates the members of the path, the query and the body together. */
  input: Schema;
  /** Used for the OpenAPI description where `input` cannot be expressed as JSON Schema, or says too little. */
  described?: z.ZodType;
  /** Whether its method in the library answers with a promise, which also rejects where others throw. */
  isLater?: true;
  isStep?: true;
  /** What it answers, for the OpenAPI description; null is 204. A text is sent as the JSON that it is. */
  answer: z.ZodType | 'image' | null;
  example?: object;
  /** Throws an `EmulatorError` with one sentence if it is not possible. */
  run(emulator: ControlContext, input: z.output<Schema>): Answer;
};

/** Infers the types of a row. */
export const call = <Schema extends z.ZodType, Answer>(row: Call<Schema, Answer>): Call<Schema, Answer> => row;

// Pages of lists. A cursor names the last item of a page, so that insertions and deletions do not shift the next one.

type PageRequest = { after?: string | undefined; limit?: number | undefined };

const defaultLimit = 100;

/** The item of the cursor may no longer match the filter. */
export function pageItems<Item, View>(
  all: Iterable<Item>,
  cursorOf: (item: Item) => string,
  { after, limit = defaultLimit }: PageRequest,
  view: (item: Item) => View,
  fits: (item: Item) => boolean = () => true,
): Page<View> {
  const items: Item[] = [];
  let isPassed = after === undefined;
  for (const item of all) {
    const isBehind = isPassed;
    isPassed ||= cursorOf(item) === after;
    if (!isBehind || !fits(item)) continue;
    if (items.length === limit) return { items: items.map(view), next: cursorOf(items.at(-1)!) };
    items.push(item);
  }
  if (!isPassed) refuseCursor();
  return { items: items.map(view), next: null };
}

export const wholeList = <Item>(items: Item[]): Page<Item> => ({ items, next: null });

/** Throws an `EmulatorError` for what is no number. */
export const readCursor = (after: string): number => (/^\d{1,15}$/.test(after) ? Number(after) : refuseCursor());

function refuseCursor(): never {
  throw new EmulatorError('option', 'after: expected the `next` of an earlier page of this list.');
}
