// Guards a server on 127.0.0.1: accepts connections of the same user only, and closes the oldest unauthenticated ones
// for newer ones, so that many idle connections lock no one out.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createSameUserCheck, type IsSameUser } from './socket-owner.ts';

/** More than a browser opens for several windows, and few enough to cost nothing. */
const defaultMaxUnauthenticated = 256;

export type LoopbackGuard = {
  readonly admits: IsSameUser;
  /** It has shown a key: it is not closed for newer ones. */
  authenticate(socket: Socket): void;
  readonly unauthenticated: number;
};

type Options = { readonly admits?: IsSameUser; readonly maxUnauthenticated?: number };

export function createLoopbackGuard(server: Server, options: Options = {}): LoopbackGuard {
  const { admits = createSameUserCheck(), maxUnauthenticated = defaultMaxUnauthenticated } = options;
  const unauthenticated = new Set<Socket>();
  const known = new WeakSet<Socket>();

  function add(socket: Socket) {
    if (known.has(socket) || socket.destroyed) return;
    unauthenticated.add(socket);
    if (unauthenticated.size <= maxUnauthenticated) return;
    const [oldest] = unauthenticated;
    unauthenticated.delete(oldest!);
    oldest!.destroy();
  }

  server.on('connection', (socket: Socket) => {
    socket.once('close', () => unauthenticated.delete(socket));
    add(socket);
  });
  // A complete request is answered, even if the limit is reached.
  server.prependListener('request', ({ socket }, response) => {
    unauthenticated.delete(socket);
    response.once('close', () => add(socket));
  });

  return {
    admits,
    authenticate(socket) {
      known.add(socket);
      unauthenticated.delete(socket);
    },
    get unauthenticated() {
      return unauthenticated.size;
    },
  };
}
