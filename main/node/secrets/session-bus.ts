// Checks whether a session bus answers (Linux). The keychain's library connects in a constructor, on our thread and
// without a timeout: a bus that accepts and then stays silent would block the whole program.
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/**
 * Resolves within `limitMs`. Uses only the first line of the handshake (D-Bus specification, "Authentication
 * Protocol").
 */
export async function sessionBusAnswers(env: NodeJS.ProcessEnv, limitMs: number): Promise<boolean> {
  const address = env['DBUS_SESSION_BUS_ADDRESS'] ?? defaultAddress(env);
  if (!address) return false;
  const socketPath = unixSocketOf(address);
  // Another transport: assumed to work.
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
    // OK, or REJECTED with the mechanisms on offer: either way a bus answers.
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
