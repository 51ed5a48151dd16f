// Every user of a computer can connect to 127.0.0.1. Where the system reports the user at the other end of a connection, other
// users' programs are refused: they may have read an address with its key or state among the browser's arguments.
import type { Socket } from 'node:net';
import { createSocketOwner, type FindSocketOwner } from './socket-owner.ts';

type Options = {
  /** The accepted user ids; null if users have none (Windows). */
  readonly users?: ReadonlySet<number> | null;
  readonly findOwner?: FindSocketOwner;
};

/** Whether to accept a connection. Repeated calls return the same. */
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

/** This user; root, who may do everything anyway; and the user for whom root runs a program (sudo). */
export function ownUsers(
  env: Readonly<Record<string, string | undefined>> = process.env,
  own = process.getuid?.() ?? null,
): ReadonlySet<number> | null {
  if (own === null) return null;
  const users = new Set([0, own]);
  if (own === 0 && /^\d{1,9}$/.test(env['SUDO_UID'] ?? '')) users.add(Number(env['SUDO_UID']));
  return users;
}
