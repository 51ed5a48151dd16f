// Listeners on 127.0.0.1 hear every user of this computer. Where the system says whose program is at the other end of a
// connection, a program of another user is not listened to: it may have read an address with its key or state among the
// arguments of the browser, which every user may see.
import type { Socket } from 'node:net';
import { createSocketOwner, type FindSocketOwner } from './socket-owner.ts';

type Options = {
  /** Users that may come in; null where users have no numbers (Windows). */
  readonly users?: ReadonlySet<number> | null;
  readonly findOwner?: FindSocketOwner;
};

/** Whether to listen to a connection at all. Asked again, it is the same answer. */
export type IsSameUser = (socket: Socket) => Promise<boolean>;

export function createSameUserCheck({ users = ownUsers(), findOwner = createSocketOwner() }: Options = {}): IsSameUser {
  const verdicts = new WeakMap<Socket, Promise<boolean>>();

  async function judge(socket: Socket): Promise<boolean> {
    if (users === null) return true;
    const owner = await findOwner(socket);
    return owner === null || (owner !== 'gone' && users.has(owner));
  }

  return (socket) => {
    const verdict = verdicts.get(socket) ?? judge(socket);
    verdicts.set(socket, verdict);
    return verdict;
  };
}

/** This user; root, who may do everything anyway; and, of a program that root runs for somebody, that somebody. */
export function ownUsers(
  env: Readonly<Record<string, string | undefined>> = process.env,
  own = process.getuid?.() ?? null,
): ReadonlySet<number> | null {
  if (own === null) return null;
  const users = new Set([0, own]);
  if (own === 0 && /^\d{1,9}$/.test(env['SUDO_UID'] ?? '')) users.add(Number(env['SUDO_UID']));
  return users;
}
