// What the emulator will not do, as one sentence a person can act on: a wrong option, a port in use, a damaged state
// file, a control the rules of the service do not allow. Everything else that is thrown is a bug.

export type EmulatorErrorKind = 'option' | 'port' | 'state' | 'unknown' | 'not-allowed';

export class EmulatorError extends Error {
  readonly kind: EmulatorErrorKind;

  constructor(kind: EmulatorErrorKind, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause });
    this.name = 'EmulatorError';
    this.kind = kind;
  }
}

export const endedRefusal = (): EmulatorError =>
  new EmulatorError('not-allowed', 'The emulator was stopped; create a new one.');

/** A value as it was given, for such a sentence. JSON alone would call NaN null; in a program, anything may be given. */
export function asGiven(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
