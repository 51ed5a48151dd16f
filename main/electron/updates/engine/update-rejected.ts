/** An update that must not be used. Its message is for the log. */
export class UpdateRejected extends Error {
  readonly reason: 'signature' | 'metadata' | 'too-large';

  constructor(reason: UpdateRejected['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
