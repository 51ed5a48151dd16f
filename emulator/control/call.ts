// A call of the control interface: its route, its input, and what it does. One row of a table is the call over HTTP, the step
// of a scenario, the method of the library and its description in OpenAPI.

import type { z } from 'zod';
import type { ControlContext } from './control-context.ts';

export type Call<Schema extends z.ZodType = z.ZodType, Answer = unknown> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /_emulator. A `:name` is a member of the input, as are those of the query and the body. */
  path: string;
  /** A second route to the same call. */
  alsoPath?: string;
  summary: string;
  /** Validates the members of the path, the query and the body together. */
  input: Schema;
  /** Used for the OpenAPI description where `input` cannot be expressed as JSON Schema, or says too little. */
  described?: z.ZodType;
  /** Whether its method in the library answers with a promise, which also rejects where others throw. */
  isLater?: true;
  /** Whether a step of a scenario may use it. */
  isStep?: true;
  /** 1 MiB by default. */
  bodyLimitBytes?: number;
  /** What it answers, for the OpenAPI description; null is 204. A text is sent as the JSON that it is. */
  answer: z.ZodType | 'image' | null;
  /** A body, for the OpenAPI description. */
  example?: object;
  /** Throws an `EmulatorError` with one sentence if it is not possible. */
  run(emulator: ControlContext, input: z.output<Schema>): Answer;
};

/** Infers the types of a row. */
export const call = <Schema extends z.ZodType, Answer>(row: Call<Schema, Answer>): Call<Schema, Answer> => row;
