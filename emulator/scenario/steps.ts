// The steps of a scenario as they wait, fall due and have been.

import { EmulatorError } from '../emulator-error.ts';
import { durationMsOf } from './scenario-schema.ts';
import type { ScenarioDocument } from './scenario-schema.ts';

export interface Step {
  atMs: number;
  call: string;
  input: unknown;
  message: string;
  done: boolean;
  refusal: string | null;
  cancel: () => void;
}

/** In the order in which they fall due. */
export function stepsOf({ steps }: ScenarioDocument, beganAtMs: number): Step[] {
  return steps
    .map((step) => ({
      atMs: beganAtMs + durationMsOf(step.at),
      call: step.call,
      input: step.with ?? {},
      message: step.message ?? `${step.call} ${JSON.stringify(step.with ?? {})}`,
      done: false,
      refusal: null,
      cancel: () => undefined,
    }))
    .toSorted((left, right) => left.atMs - right.atMs);
}

/** Runs at once; the answer is why it did not go, or null. */
export async function attempt(run: () => unknown): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (cause) {
    // Anything else is a bug of ours, and no reason to end in the middle of a scenario.
    if (!(cause instanceof EmulatorError)) process.emitWarning(cause instanceof Error ? cause : String(cause));
    return cause instanceof Error ? cause.message : String(cause);
  }
}
