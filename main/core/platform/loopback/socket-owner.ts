// The user at the other end of a loopback connection. Linux lists the user of each socket in /proc/net/tcp and tcp6; on
// other systems it is not known. One read of the tables serves all callers that wait.
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** A user id; 'gone' where the other end has closed; null if it is not known. */
type SocketOwner = number | 'gone' | null;
type FindSocketOwner = (socket: Pick<Socket, 'localPort' | 'remotePort'>) => Promise<SocketOwner>;

const established = '01';
const listen = '0A';
const line = /^\s*\d+: ([\dA-F]{8,32}):([\dA-F]{4}) ([\dA-F]{8,32}):([\dA-F]{4}) ([\dA-F]{2}) \S+ \S+ \S+\s+(\d+)/gm;
/** 127.0.0.1 as the two tables write it. */
const loopback = new Set(['0100007F', '0000000000000000FFFF00000100007F']);

type Connections = {
  /** The users of open sockets on 127.0.0.1, by `LOCAL_PORT REMOTE_PORT`. */
  readonly users: ReadonlyMap<string, number>;
  readonly listening: ReadonlySet<number>;
};

/** Pure. */
function readConnections(tables: string): Connections {
  const users = new Map<string, number>();
  const listening = new Set<number>();
  for (const [, address = '', port = '', peer = '', peerPort = '', state, user] of tables.matchAll(line)) {
    if (!loopback.has(address)) continue;
    if (state === listen) listening.add(Number.parseInt(port, 16));
    const isOpen = state === established && loopback.has(peer);
    if (isOpen) users.set(`${Number.parseInt(port, 16)} ${Number.parseInt(peerPort, 16)}`, Number(user));
  }
  return { users, listening };
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
  type Reading = Promise<Connections | null>;
  let running: Reading | null = null;
  let next: Reading | null = null;

  const once = () =>
    read()
      .then(readConnections, () => null)
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
    const connections = await freshReading();
    // Where not even the listener is listed, the tables are of other processes.
    if (connections === null || !connections.listening.has(localPort)) return null;
    // A closed socket has no owner; a client that waits for an answer is listed.
    return connections.users.get(`${remotePort} ${localPort}`) ?? 'gone';
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
