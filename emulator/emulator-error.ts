// An expected failure with a message that the user can act on: an invalid option, a port in use, a damaged state file, a
// call that is not allowed. Any other exception is a bug.

/** `unmet`: what a test waited for did not happen. */
export type EmulatorErrorKind = 'option' | 'port' | 'state' | 'unknown' | 'not-allowed' | 'unmet';

export class EmulatorError extends Error {
  readonly kind: EmulatorErrorKind;

  constructor(kind: EmulatorErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EmulatorError';
    this.kind = kind;
  }
}

export const stoppedError = (): EmulatorError =>
  new EmulatorError('not-allowed', 'The emulator or its world has ended; create a new one.');

/** @param what such as `Pilot maren` */
export function refuseUnknown(what: string, hint = ''): never {
  throw new EmulatorError('unknown', `${what} not found${hint}.`);
}

export const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Formats a value for a message. JSON alone would print NaN as null. */
export function asGiven(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
