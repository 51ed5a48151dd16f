// The parts of an answer over a connection.

export type About = 'upload' | 'list' | 'read' | 'token' | 'profile';
export type Honest = { readonly status: number; readonly json: unknown };

/** The steps of the connection. */
export type Piece =
  | { readonly send: Buffer }
  /** Waits this long on the campaign's clock. */
  | { readonly waitMs: number }
  /** Sends this repeatedly, this many times. */
  | { readonly repeat: Buffer; readonly times: number; readonly everyMs: number }
  | { readonly end: 'close' | 'reset' | 'keep' | 'hang' };

export type DrawnAnswer = {
  readonly name: string;
  readonly pieces: readonly Piece[];
  /** Answers before the request's body is read. */
  readonly isEarly: boolean;
  /**
   * Whether the service has carried out the request anyway: stored the report, used up the token. `maybe`: either is
   * possible.
   */
  readonly stored: 'yes' | 'no' | 'maybe';
};

type Parts = {
  readonly headers?: readonly string[];
  readonly body?: Buffer | string;
  readonly length?: number | string;
};

export function head(status: number | string, { headers = [], body = '', length }: Parts): Buffer {
  const lengths = headers.some((line) => /^(content-length|transfer-encoding)/i.test(line))
    ? []
    : [`content-length: ${length ?? Buffer.byteLength(body)}`];
  return Buffer.from(`HTTP/1.1 ${status} Drawn\r\n${[...headers, ...lengths].join('\r\n')}\r\n\r\n`, 'latin1');
}
export const whole = (status: number | string, parts: Parts): Piece[] => [
  { send: head(status, parts) },
  { send: Buffer.from(parts.body ?? '') },
];
export const json = 'content-type: application/json';
export const chunked = 'transfer-encoding: chunked';

/** The start of an answer, for debugging. */
export function firstWords(pieces: readonly Piece[]): string {
  return pieces
    .slice(0, 2)
    .map((piece) => ('send' in piece ? JSON.stringify(piece.send.toString('latin1', 0, 120)) : Object.keys(piece)[0]))
    .join(' ');
}
