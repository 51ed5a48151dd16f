// The door of a server on 127.0.0.1, before anything that a connection says is looked at: whose program it is, and that
// connections which have shown no key make room for newer ones, so that whoever opens thousands and says nothing keeps
// nobody out.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createSameUserCheck, type IsSameUser } from './same-user-check.ts';

/** Far more than a browser opens at a time for several windows, and few enough to cost nothing. */
const MAX_UNAUTHENTICATED = 256;

export type LoopbackGuard = {
  readonly admits: IsSameUser;
  /** It has shown a key: from now on it makes room for nobody. */
  authenticate(socket: Socket): void;
  readonly unauthenticated: number;
};

type Options = { readonly admits?: IsSameUser; readonly maxUnauthenticated?: number };

export function createLoopbackGuard(server: Server, options: Options = {}): LoopbackGuard {
  const { admits = createSameUserCheck(), maxUnauthenticated = MAX_UNAUTHENTICATED } = options;
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
  // A whole request has come: it is answered, whoever else comes meanwhile.
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
