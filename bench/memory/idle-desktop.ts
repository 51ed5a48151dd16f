// Measures the process of the desktop app in the demo, with its window closed. It runs on the tests' substitute for
// Electron, so Electron's own timers and processes are not included; the demonstration service is.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding } from '../harness/finding.ts';
import { nodeCommand } from '../harness/server-process.ts';
import { countTimers, measureIdle } from './idle.ts';

const register = new URL('../../test/support/electron-stand-in/register.ts', import.meta.url).href;
const bundle = fileURLToPath(new URL('../../dist/electron/main.js', import.meta.url));
/** The demo reads its flights first. */
const settleMs = 45_000;

export async function* idleDesktop(): AsyncGenerator<Finding> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-idle-desktop-'));
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ version: 2, profile: 'demo' }));
  const [node, ...flags] = nodeCommand;
  const args = ['--import', countTimers, '--import', register, bundle, `--data-dir=${dataDir}`, '--background'];
  const child = spawn(node, [...flags, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  try {
    yield* measureIdle(child, 'the desktop app on the substitute for Electron, its window closed', settleMs);
  } finally {
    child.send({ kind: 'quit' });
    await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
