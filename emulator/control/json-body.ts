// Reads the body of a request to the control interface: one JSON object, or none.

import type { IncomingMessage } from 'node:http';
import { withoutMark } from '../http/byte-order-mark.ts';

type JsonBody =
  | { ok: true; members: Record<string, unknown> }
  | { ok: false; status: 400 | 413; message: string }
  /** The client disconnected. */
  | { ok: false; status: null };

export async function readJsonBody(request: IncomingMessage, mostBytes: number): Promise<JsonBody> {
  const read = await readText(request, mostBytes);
  if (read === 'too-large') {
    // Discard the rest, so that the client gets the response instead of a broken connection.
    request.resume();
    return { ok: false, status: 413, message: `The body exceeds ${mostBytes} bytes.` };
  }
  if (read === 'gone') return { ok: false, status: null };
  if (read.text.trim() === '') return { ok: true, members: {} };
  const type = request.headers['content-type'];
  if (type !== undefined && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    return { ok: false, status: 400, message: 'The body must be JSON, with Content-Type: application/json.' };
  }
  const value = parse(read.text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ok: true, members: value as Record<string, unknown> }
    : { ok: false, status: 400, message: 'The body must be one JSON object.' };
}

function readText(request: IncomingMessage, mostBytes: number): Promise<{ text: string } | 'too-large' | 'gone'> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= mostBytes) pieces.push(piece);
      else resolve('too-large');
    });
    request.on('end', () => resolve({ text: Buffer.concat(pieces).toString('utf8') }));
    request.on('error', () => resolve('gone'));
    request.on('close', () => resolve('gone'));
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    return undefined;
  }
}
