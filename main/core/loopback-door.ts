// The door of a listener on 127.0.0.1, before anything that a connection says is looked at. Two rules: a program of
// another user of this computer is not listened to, where the system can tell; and connections that have shown no key
// make room for newer ones, so that whoever opens thousands and says nothing keeps nobody out.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createPeerOwner, type FindPeerOwner } from './peer-owner.ts';

/** More than a browser opens at a time for several windows. */
const MOST_STRANGERS = 64;

export type LoopbackDoor = {
  /** Whether to listen to this connection at all. Asked again, it is the same answer. */
  admits(socket: Socket): Promise<boolean>;
  /** It has shown a key: from now on it makes room for nobody. */
  know(socket: Socket): void;
  readonly strangers: number;
};

type Options = {
  /** Users that may come in; null where users have no numbers (Windows). */
  readonly users?: ReadonlySet<number> | null;
  readonly findOwner?: FindPeerOwner;
  readonly mostStrangers?: number;
};

export function createLoopbackDoor(server: Server, options: Options = {}): LoopbackDoor {
  const { users = ownUsers(), findOwner = createPeerOwner(), mostStrangers = MOST_STRANGERS } = options;
  const strangers = new Set<Socket>();
  const verdicts = new WeakMap<Socket, Promise<boolean>>();

  server.on('connection', (socket: Socket) => {
    strangers.add(socket);
    socket.once('close', () => strangers.delete(socket));
    if (strangers.size <= mostStrangers) return;
    const [oldest] = strangers;
    strangers.delete(oldest!);
    oldest!.destroy();
  });

  async function judge(socket: Socket): Promise<boolean> {
    if (users === null) return true;
    const owner = await findOwner(socket);
    return owner === null || (owner !== 'gone' && users.has(owner));
  }

  return {
    admits(socket) {
      const verdict = verdicts.get(socket) ?? judge(socket);
      verdicts.set(socket, verdict);
      return verdict;
    },
    know: (socket) => void strangers.delete(socket),
    get strangers() {
      return strangers.size;
    },
  };
}

/** This user; root, who may do everything anyway; and, of a program that root runs for somebody, that somebody. */
export function ownUsers(
  env: Readonly<Record<string, string | undefined>> = process.env,
  own = process.getuid?.(),
): ReadonlySet<number> | null {
  if (own === undefined) return null;
  const users = new Set([0, own]);
  if (own === 0 && /^\d{1,9}$/.test(env['SUDO_UID'] ?? '')) users.add(Number(env['SUDO_UID']));
  return users;
}
