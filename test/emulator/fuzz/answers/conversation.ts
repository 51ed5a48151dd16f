// One connection: sends its writes, reads until it has the expected answers, ends its side and reads the rest.

import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Received = {
  bytes: Buffer;
  /** `open`: the server neither answered completely nor ended the connection in time. */
  end: 'closed' | 'reset' | 'open';
  /** False if the server ended the connection before everything was sent. */
  isAllSent: boolean;
  /** True if an expected answer did not arrive while this side was open. */
  isLate: boolean;
};

export type Conversation = {
  port: number;
  writes: readonly Buffer[];
  pauseMs: number;
  /** Called with everything read, until it returns true or `boundMs` have passed: then this side ends. */
  isEnough(received: Buffer): boolean;
  boundMs: number;
};

export function converse({ port, writes, pauseMs, isEnough, boundMs }: Conversation): Promise<Received> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const pieces: Buffer[] = [];
    let isAllSent = false;
    let isEnded = false;
    let isReset = false;
    let isLate = false;
    let bound: NodeJS.Timeout;
    const received = () => Buffer.concat(pieces);

    const settle = (end: Received['end']) => {
      clearTimeout(bound);
      socket.destroy();
      resolve({ bytes: received(), end, isAllSent, isLate });
    };
    const endIfEnough = () => {
      if (isEnded || !isAllSent || !isEnough(received())) return;
      isEnded = true;
      socket.end();
    };
    const late = () => {
      if (isEnded || !isAllSent) return settle('open');
      // An expected answer did not arrive. The end of our side is the last event that a server could wait for.
      isEnded = true;
      isLate = true;
      socket.end();
      bound = setTimeout(late, boundMs);
    };
    bound = setTimeout(late, boundMs);

    socket.on('data', (bytes: Buffer) => {
      pieces.push(bytes);
      endIfEnough();
    });
    socket.on('error', () => (isReset = true));
    socket.on('end', () => socket.end());
    socket.on('close', () => settle(isReset ? 'reset' : 'closed'));
    socket.on('connect', () => void send());

    const send = async () => {
      for (const [index, bytes] of writes.entries()) {
        if (index > 0 && pauseMs > 0) await sleep(pauseMs);
        else if (index > 0) await new Promise(setImmediate);
        if (socket.destroyed || !socket.writable) return;
        if (!socket.write(bytes)) await new Promise((go) => socket.once('drain', go).once('close', go));
      }
      isAllSent = !socket.destroyed;
      endIfEnough();
    };
  });
}
