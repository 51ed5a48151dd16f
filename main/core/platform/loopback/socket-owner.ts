// The user at the other end of a loopback connection. Linux lists the user of each socket in /proc/net/tcp and tcp6; on
// other systems it is not known. One read of the tables serves all callers that wait.
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** A user id; 'gone' where the other end has closed; null if it is not known. */
type SocketOwner = number | 'gone' | null;
type FindSocketOwner = (socket: Pick<Socket, 'localPort' | 'remotePort'>) => Promise<SocketOwner>;

/** 127.0.0.1 as the two tables write it. */
const loopback = '(?:0100007F|0000000000000000FFFF00000100007F)';
const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');

/** Pure. */
function ownerIn(tables: string, localPort: number, remotePort: number): SocketOwner {
  // Where not even the listener (0A) is listed, the tables are of other processes.
  if (!new RegExp(`: ${loopback}:${hex(localPort)} \\S+ 0A `).test(tables)) return null;
  const open = new RegExp(`: ${loopback}:${hex(remotePort)} ${loopback}:${hex(localPort)} 01 \\S+ \\S+ \\S+\\s+(\\d+)`);
  // A closed socket has no owner; a client that waits for an answer is listed.
  const user = open.exec(tables)?.[1];
  return user === undefined ? 'gone' : Number(user);
}

const readTables = async () => {
  const [four, six] = await Promise.all([
    readFile('/proc/net/tcp', 'latin1'),
    readFile('/proc/net/tcp6', 'latin1').catch(() => ''),
  ]);
  return `${four}\n${six}`;
};

/** @param read The tables' text; rejects if there are none. */
export function createSocketOwner(read: () => Promise<string> = readTables): FindSocketOwner {
  type Reading = Promise<string | null>;
  let running: Reading | null = null;
  let next: Reading | null = null;

  const once = () =>
    read()
      .catch(() => null)
      .finally(() => {
        running = next;
        next = null;
      });

  /** A read that begins after this call: the connection is in it. */
  function freshReading(): Reading {
    if (running === null) return (running = once());
    return (next ??= running.then(once));
  }

  return async ({ localPort, remotePort }) => {
    // The connection has closed, and its ports with it.
    if (localPort === undefined || remotePort === undefined) return 'gone';
    const tables = await freshReading();
    return tables === null ? null : ownerIn(tables, localPort, remotePort);
  };
}

// Every user of a computer can connect to 127.0.0.1. Where the system reports the user at the other end of a connection, other
// users' programs are refused: they may have read an address with its key or state among the browser's arguments.

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
