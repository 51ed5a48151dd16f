// The ways in which faults damage a response: replaced, cut off, unreadable, slow. The request has been processed already.

import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Throttle } from '../clock/auto-advance.ts';
import { isOfOrigins } from '../http/cross-origin.ts';
import type { FaultEffect } from '../world/world.ts';

/** Replaces status and headers, and returns the body: text as it is, anything else as JSON. */
export function replaceResponse(
  reply: FastifyReply,
  { status, body, headers = {} }: FaultEffect & { type: 'status' | 'done-then' },
): string | undefined {
  for (const name of Object.keys(reply.getHeaders())) if (!isOfOrigins(name)) reply.removeHeader(name);
  const isJson = body !== undefined && typeof body !== 'string';
  if (isJson) reply.type('application/json; charset=utf-8');
  reply.code(status).headers(headers);
  return isJson ? JSON.stringify(body) : body;
}

/** Sends the head with the full Content-Length and the first bytes, then closes the connection. */
export function sendCut(reply: FastifyReply, body: Buffer, afterBytes: number): void {
  const { raw } = hijackWithHead(reply, body);
  const beginning = body.subarray(0, afterBytes);
  const end = () => void raw.destroy();
  // The response never writes an empty chunk, but the socket does.
  if (beginning.length > 0) raw.write(beginning, end);
  else raw.socket?.write('', end);
}

/** Sends the head immediately and the body at the given rate; stops if the client or the emulator is gone. */
export async function sendSlowly(reply: FastifyReply, body: Buffer, throttle: Throttle): Promise<void> {
  const { raw } = hijackWithHead(reply, body);
  for (let at = 0; at < body.length; at += throttle.stepBytes) {
    const piece = body.subarray(at, at + throttle.stepBytes);
    if (!(await throttle.pass(piece.length))) return void raw.destroy();
    if (raw.destroyed) return;
    raw.write(piece);
  }
  raw.end();
}

/** Deterministic for a seed. The first byte is invalid in UTF-8. */
export function garbageFor(seed: string, sizeBytes: number): Buffer {
  const bytes = createHash('shake256', { outputLength: Math.max(16, sizeBytes) })
    .update(seed)
    .digest();
  bytes[0] = 0xff;
  return bytes;
}

function hijackWithHead(reply: FastifyReply, body: Buffer): FastifyReply {
  const headers = reply.getHeaders() as OutgoingHttpHeaders;
  const { raw } = reply.hijack();
  raw.writeHead(raw.statusCode, { ...headers, 'content-length': body.length });
  raw.flushHeaders();
  return reply;
}
