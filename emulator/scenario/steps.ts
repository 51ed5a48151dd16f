// The steps of a scenario and their progress.

import { EmulatorError } from '../emulator-error.ts';
import { durationMsOf } from './scenario-schema.ts';
import type { ScenarioDocument } from './scenario-schema.ts';

export type Step = {
  atMs: number;
  call: string;
  input: unknown;
  message: string;
  done: boolean;
  error: string | null;
  cancel: () => void;
};

/** In the order in which they are due. */
export function stepsOf({ steps }: ScenarioDocument, beganAtMs: number): Step[] {
  return steps
    .map((step) => ({
      atMs: beganAtMs + durationMsOf(step.at),
      call: step.call,
      input: step.with ?? {},
      message: step.message ?? `${step.call} ${JSON.stringify(step.with ?? {})}`,
      done: false,
      error: null,
      cancel: () => undefined,
    }))
    .toSorted((left, right) => left.atMs - right.atMs);
}

/** Runs a step; returns its error message, or null. */
export async function attempt(run: () => unknown): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (cause) {
    // Any other error is a bug; the scenario continues anyway.
    if (!(cause instanceof EmulatorError)) process.emitWarning(cause instanceof Error ? cause : String(cause));
    return cause instanceof Error ? cause.message : String(cause);
  }
}
