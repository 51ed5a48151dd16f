// SIGUSR1 opens Node's inspector, whose list of targets every user of the computer can read. Our programs must never
// open it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../architecture/source-files.ts';

const running = new Set<ChildProcess>();
let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'inspector-'))));
afterEach(async () => {
  for (const child of running) {
    const ended = child.exitCode ?? child.signalCode ?? once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Starts Node with these arguments and waits until its output matches `ready`. */
async function start(args: readonly string[], ready: RegExp, env: NodeJS.ProcessEnv = {}) {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, ...rest } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: root,
    // Any free port, so that tests do not compete for one.
    env: { ...rest, NODE_OPTIONS: '--inspect-port=0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const saying = (message: RegExp) => expect.poll(() => said, { timeout: 80_000, interval: 20 }).toMatch(message);
  await saying(ready);
  return { child, saying, said: () => said };
}

/** Returns the process and its descendants (Linux). */
function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(familyOf)];
}

const scriptsRun = join('scripts', 'run.mjs');
const cli = join('main', 'node', 'cli.ts');
const emulator = join('emulator', 'main.ts');
const broker = join('broker', 'main.ts');
const listens = /http:\/\/127\.0\.0\.1:\d+/;

function brokerEnv(): NodeJS.ProcessEnv {
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'a secret\n', { mode: 0o600 });
  return {
    BROKER_PORT: '0',
    BROKER_SERVICE: 'https://service.example',
    BROKER_CLIENT_ID: 'app',
    BROKER_CLIENT_SECRET_FILE: secret,
  };
}

describe.skipIf(process.platform !== 'linux')('SIGUSR1 opens no inspector and leaves the program running', () => {
  test.each<[string, () => string[]]>([
    ['the companion', () => [cli, '--data-dir', join(folder, 'data'), 'window', '--no-open']],
    [
      'the companion with its launcher',
      () => [scriptsRun, cli, '--data-dir', join(folder, 'data'), 'window', '--no-open'],
    ],
    ['the emulator', () => [emulator, '--port', '0']],
    ['the broker', () => [broker]],
  ])('%s', { timeout: 90_000 }, async (_name, args) => {
    const ours = await start(args(), listens, brokerEnv());
    const pids = familyOf(ours.child.pid!);
    for (const pid of pids) process.kill(pid, 'SIGUSR1');
    // Plain Node gets the signal after ours: when its inspector is open, ours would be open too.
    const plain = await start(['--eval', "console.log('ready'); setInterval(() => {}, 1000)"], /ready/);
    plain.child.kill('SIGUSR1');
    await plain.saying(/Debugger listening on/);
    expect(ours.said()).not.toMatch(/Debugger|inspector/);
    expect((await fetch(listens.exec(ours.said())![0])).status).toBeLessThan(500);
    expect(familyOf(ours.child.pid!)).toEqual(pids);
  });
});
