// One call of the control interface: where it stands over HTTP, what it takes and what it does.

import type { z } from 'zod';
import type { Controls } from '../controls.ts';

export interface Call<Schema extends z.ZodType = z.ZodType, Answer = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /_emulator. What follows a colon is a member of the input, as are the query and the body. */
  path: string;
  /** Another path for the same. */
  alsoPath?: string;
  summary: string;
  /** The members of the path, the query and the body together. */
  input: Schema;
  /** The same for the description, where `input` reads it in a way that no schema says. */
  described?: z.ZodType;
  /** A step of a scenario may call it. */
  isStep?: true;
  /** Of the body; 1 MiB where it is not said. */
  bodyLimitBytes?: number;
  /** A text that is JSON already, or an image; else a value, which is the body. Nothing is 204. */
  answers?: 'document' | 'image';
  run(controls: Controls, input: z.output<Schema>): Answer;
}

/** For its types alone. */
export const call = <Schema extends z.ZodType, Answer>(row: Call<Schema, Answer>): Call<Schema, Answer> => row;
