// A request that can be made invalid: in parts that can be changed one by one, with a description of each change.

export type Draft = {
  method: string;
  target: string;
  version: string;
  headers: [string, string][];
  body: Buffer;
  /** How the end of the body is marked. */
  framing: 'none' | 'length' | 'chunked';
  message: string[];
};

export const draft = (method: string, target: string, more: Partial<Draft> = {}): Draft => ({
  method,
  target,
  version: 'HTTP/1.1',
  headers: [['Host', '127.0.0.1']],
  body: Buffer.alloc(0),
  framing: more.body === undefined ? 'none' : 'length',
  message: [],
  ...more,
});

export const setHeader = (one: Draft, name: string, value: string): void => {
  one.headers = [...one.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()), [name, value]];
};

/** One character per byte. */
export const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

/** As it goes over the wire. `chunkBytes` is the size of a chunk where the body comes in chunks. */
export function render({ method, target, version, headers, body, framing }: Draft, chunkBytes = 1000): Buffer {
  const framed: [string, string][] =
    framing === 'length'
      ? [['Content-Length', String(body.length)]]
      : framing === 'chunked'
        ? [['Transfer-Encoding', 'chunked']]
        : [];
  const lines = [...headers, ...framed].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const content = framing === 'chunked' ? inChunks(body, chunkBytes) : body;
  return Buffer.concat([bytesOf(`${method} ${target} ${version}\r\n${lines}\r\n`), content]);
}

function inChunks(body: Buffer, chunkBytes: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += chunkBytes) {
    const piece = body.subarray(at, at + chunkBytes);
    pieces.push(bytesOf(`${piece.length.toString(16)}\r\n`), piece, bytesOf('\r\n'));
  }
  return Buffer.concat([...pieces, bytesOf('0\r\n\r\n')]);
}
