// What the emulator will not do, as one sentence a person can act on: a wrong option, a port in use, a damaged state
// file, a control the rules of the service do not allow. Everything else that is thrown is a bug.

export type EmulatorRefusalKind = 'option' | 'port' | 'state' | 'unknown' | 'not-allowed';

export class EmulatorRefusal extends Error {
  readonly kind: EmulatorRefusalKind;

  constructor(kind: EmulatorRefusalKind, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause });
    this.name = 'EmulatorRefusal';
    this.kind = kind;
  }
}
