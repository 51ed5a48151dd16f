// The companion's command in a separate process, started like `npm run companion`: on the project's Node, with its
// compile cache.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { companionFlags } from '../../scripts/project-node.mjs';
import { nodeCommand } from '../harness/server-process.ts';

const cli = fileURLToPath(new URL('../../main/node/cli.ts', import.meta.url));

export type Place = {
  /** Contains Node's compile cache and the browser that approves. */
  scratch: string;
  dataDir: string;
  /** Address of the emulator. */
  service: string;
};

export function startCompanion({ scratch, dataDir, service }: Place, command: readonly string[]): ChildProcess {
  // The vault, so that no keychain prompt appears on the computer that measures.
  const { DBUS_SESSION_BUS_ADDRESS: _bus, ...env } = process.env;
  const browser = `${process.execPath} ${join(scratch, 'browser.mjs')}`;
  const [node, ...flags] = [...nodeCommand, ...companionFlags] as const;
  const options = ['--emulator', service, '--data-dir', dataDir, '--allow-file-vault'];
  return spawn(node, [...flags, cli, ...options, ...command], {
    env: { ...env, NODE_COMPILE_CACHE: join(scratch, 'compiled'), BROWSER: browser },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Resolves when it has printed this text; rejects if it ends before. */
export async function waitForOutput(child: ChildProcess, message: string): Promise<void> {
  let text = '';
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`It ended with ${code}: ${text}`)));
  const heard = new Promise<void>((resolve) => {
    child.stdout!.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes(message)) resolve();
    });
  });
  await Promise.race([heard, ended]);
  ended.catch(() => {});
}

export async function endedWell(child: ChildProcess): Promise<void> {
  child.stdout?.resume();
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The companion ended with ${code}.`);
}

/** Stopped rather than killed, so that the next start finds everything in order. */
export async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/**
 * Resident memory in MB (of a million bytes): now, its peak, and the pages of the program's own file and libraries;
 * null if the system does not report it (Linux does).
 */
export function residentOf(child: ChildProcess): { now: number; most: number; program: number } | null {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const of = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / 1e6;
    return { now: of('VmRSS'), most: of('VmHWM'), program: of('RssFile') };
  } catch {
    return null;
  }
}
