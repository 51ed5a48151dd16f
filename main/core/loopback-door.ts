// The door of a server on 127.0.0.1, before anything that a connection says is looked at: whose program it is, and that
// connections which have shown no key make room for newer ones, so that whoever opens thousands and says nothing keeps
// nobody out.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createOwnPeers, type IsOwnPeer } from './own-peers.ts';

/** More than a browser opens at a time for several windows. */
const MOST_STRANGERS = 64;

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

  server.on('connection', (socket: Socket) => {
    strangers.add(socket);
    socket.once('close', () => strangers.delete(socket));
    if (strangers.size <= mostStrangers) return;
    const [oldest] = strangers;
    strangers.delete(oldest!);
    oldest!.destroy();
  });

  return {
    admits,
    know: (socket) => void strangers.delete(socket),
    get strangers() {
      return strangers.size;
    },
  };
}
