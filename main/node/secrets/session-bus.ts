// Whether a session bus answers at all (Linux). The keychain's library connects to it inside a constructor, on our own
// thread and without a limit of its own: a bus that accepts and then says nothing would hold the whole program.
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/** Resolves within `limitMs`. Only the first line of the handshake is spoken (D-Bus specification, "Authentication Protocol"). */
export async function sessionBusAnswers(env: NodeJS.ProcessEnv, limitMs: number): Promise<boolean> {
  const address = env['DBUS_SESSION_BUS_ADDRESS'] ?? defaultAddress(env);
  if (!address) return false;
  const socketPath = unixSocketOf(address);
  // Another kind of transport: nothing is known against it.
  if (socketPath === null) return true;
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const finish = (answers: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answers);
    };
    const timer = setTimeout(() => finish(false), limitMs);
    socket.on('connect', () => {
      const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
      socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
    });
    // OK, or REJECTED with the ways that are offered: either way somebody is there.
    socket.once('data', () => finish(true));
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
  });
}

function defaultAddress(env: NodeJS.ProcessEnv): string | null {
  const path = env['XDG_RUNTIME_DIR'] && join(env['XDG_RUNTIME_DIR'], 'bus');
  return path && existsSync(path) ? `unix:path=${path}` : null;
}

function unixSocketOf(address: string): string | null {
  for (const one of address.split(';')) {
    const match = /^unix:(?:.*,)?(path|abstract)=([^,]+)/.exec(one);
    if (match?.[2]) return (match[1] === 'abstract' ? '\0' : '') + decodeURIComponent(match[2]);
  }
  return null;
}
