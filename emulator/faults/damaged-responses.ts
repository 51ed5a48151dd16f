// Answers that faults damage on their way: another's, broken off, unreadable, slow. What has happened has happened; these only
// decide what the client gets to see of it.

import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Throttle } from '../clock/throttle.ts';
import type { FaultEffect } from '../world/world.ts';

/** Puts status and headers in the place of what is there, and gives the body: text as it is, anything else as JSON. */
export function answerInstead(
  reply: FastifyReply,
  { status, body, headers = {} }: FaultEffect & { type: 'status' | 'done-then' },
): string | undefined {
  for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
  const isJson = body !== undefined && typeof body !== 'string';
  if (isJson) reply.type('application/json; charset=utf-8');
  reply.code(status).headers(headers);
  return isJson ? JSON.stringify(body) : body;
}

/** Head and beginning of the answer, whose length is that of the whole; then the connection ends. */
export function sendCut(reply: FastifyReply, body: Buffer, afterBytes: number): void {
  const { raw } = beginByHand(reply, body);
  const beginning = body.subarray(0, afterBytes);
  const end = () => void raw.destroy();
  // The answer itself writes no empty piece; the connection does, after the head.
  if (beginning.length > 0) raw.write(beginning, end);
  else raw.socket?.write('', end);
}

/** The head at once, the body at the pace; nothing more where the client is gone or the emulator ends. */
export async function sendSlowly(reply: FastifyReply, body: Buffer, throttle: Throttle): Promise<void> {
  const { raw } = beginByHand(reply, body);
  for (let at = 0; at < body.length; at += throttle.stepBytes) {
    const piece = body.subarray(at, at + throttle.stepBytes);
    if (!(await throttle.pass(piece.length))) return void raw.destroy();
    if (raw.destroyed) return;
    raw.write(piece);
  }
  raw.end();
}

/** As many bytes as the answer had, the same each time for a seed. The first is none that UTF-8 has. */
export function garbageFor(seed: string, sizeBytes: number): Buffer {
  const bytes = createHash('shake256', { outputLength: Math.max(16, sizeBytes) })
    .update(seed)
    .digest();
  bytes[0] = 0xff;
  return bytes;
}

function beginByHand(reply: FastifyReply, body: Buffer): FastifyReply {
  const headers = reply.getHeaders() as OutgoingHttpHeaders;
  const { raw } = reply.hijack();
  raw.writeHead(raw.statusCode, { ...headers, 'content-length': body.length });
  raw.flushHeaders();
  return reply;
}
