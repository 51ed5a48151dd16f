/** An update that must not be used. Its message is for the log. */
export class UpdateRefused extends Error {
  readonly reason: 'signature' | 'metadata' | 'too-large';

  constructor(reason: UpdateRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
