// Connections with one request in progress each, over bare sockets: a client library would use more of a core than the
// server does. Each answer is read whole and passed to its caller, who may need it for the next request.

import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** What one connection sends, and what it does with the answer. */
export type Caller = {
  /** The next request, header and body. */
  next(): readonly (string | Buffer)[];
  /** Throws if the answer is wrong. */
  answered(status: number, body: string): void;
};

type Load = {
  elapsedMs: number;
  /** From the first byte of the request to the last byte of the answer, in the order of the answers. */
  latenciesMs: Float64Array;
};

/** Sends requests until the time is over and everything in progress is answered. Rejects at the first wrong answer. */
export async function runLoad(url: string, callers: readonly Caller[], durationMs: number): Promise<Load> {
  const { hostname, port } = new URL(url);
  const latenciesMs: number[] = [];
  const sockets = await Promise.all(callers.map(() => openSocket(hostname, Number(port))));
  const keepAwake = stayAwake();
  const startedMs = performance.now();
  const untilMs = startedMs + durationMs;
  try {
    await Promise.all(sockets.map((socket, index) => askSequentially(socket, callers[index]!, untilMs, latenciesMs)));
  } finally {
    keepAwake.stop();
    for (const socket of sockets) socket.destroy();
  }
  return { elapsedMs: performance.now() - startedMs, latenciesMs: Float64Array.from(latenciesMs) };
}

/**
 * Polls for answers without ever sleeping. On a separate core that is free, while waking a sleeping process would cost
 * the server several microseconds with each answer, and a slow server more often than a fast one.
 */
function stayAwake(): { stop(): void } {
  let isOver = false;
  const again = () => void (isOver || setImmediate(again));
  again();
  return { stop: () => void (isOver = true) };
}

function openSocket(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket.off('error', reject)));
    socket.once('error', reject);
  });
}

function askSequentially(socket: Socket, caller: Caller, untilMs: number, latenciesMs: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let askedMs = 0;
    let held = '';
    const ask = () => {
      askedMs = performance.now();
      const parts = caller.next();
      if (parts.length > 1) socket.cork();
      for (const part of parts) {
        if (typeof part === 'string') socket.write(part, 'latin1');
        else socket.write(part);
      }
      if (parts.length > 1) socket.uncork();
    };
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection.')));
    socket.on('data', (text: string) => {
      held = held === '' ? text : held + text;
      try {
        const answer = wholeAnswer(held);
        if (answer === null) return;
        held = '';
        const nowMs = performance.now();
        latenciesMs.push(nowMs - askedMs);
        caller.answered(answer.status, answer.body);
        if (nowMs < untilMs) ask();
        else resolve();
      } catch (cause) {
        reject(cause);
      }
    });
    ask();
  });
}

/** Null while the answer is incomplete. Servers of benchmarks send a content-length. */
export function wholeAnswer(text: string): { status: number; body: string } | null {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  if (length === undefined) throw new Error(`An answer has no content-length:\n${text.slice(0, headEnd)}`);
  const bodyStart = headEnd + 4;
  if (text.length < bodyStart + Number(length)) return null;
  return { status: Number(text.slice(9, 12)), body: text.slice(bodyStart) };
}
