// The door of a server on 127.0.0.1, before anything that a connection says is looked at: whose program it is, and that
// connections which have shown no key make room for newer ones, so that whoever opens thousands and says nothing keeps
// nobody out.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createOwnPeers, type IsOwnPeer } from './same-user-check.ts';

/** Far more than a browser opens at a time for several windows, and few enough to cost nothing. */
const MOST_STRANGERS = 256;

export type LoopbackDoor = {
  readonly admits: IsOwnPeer;
  /** It has shown a key: from now on it makes room for nobody. */
  know(socket: Socket): void;
  readonly strangers: number;
};

type Options = { readonly admits?: IsOwnPeer; readonly mostStrangers?: number };

export function createLoopbackDoor(server: Server, options: Options = {}): LoopbackDoor {
  const { admits = createOwnPeers(), mostStrangers = MOST_STRANGERS } = options;
  const strangers = new Set<Socket>();
  const known = new WeakSet<Socket>();

  function add(socket: Socket) {
    if (known.has(socket) || socket.destroyed) return;
    strangers.add(socket);
    if (strangers.size <= mostStrangers) return;
    const [oldest] = strangers;
    strangers.delete(oldest!);
    oldest!.destroy();
  }

  server.on('connection', (socket: Socket) => {
    socket.once('close', () => strangers.delete(socket));
    add(socket);
  });
  // A whole request has come: it is answered, whoever else comes meanwhile.
  server.prependListener('request', ({ socket }, response) => {
    strangers.delete(socket);
    response.once('close', () => add(socket));
  });

  return {
    admits,
    know(socket) {
      known.add(socket);
      strangers.delete(socket);
    },
    get strangers() {
      return strangers.size;
    },
  };
}
