// In separate processes: the effect of a signal cannot be observed from within.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const shutdownSignals = new URL('../../../main/core/platform/shutdown-signals.ts', import.meta.url).href;
const fromHere = fileURLToPath(new URL('.', import.meta.url));

/** A program with a settings library that also handles signals; its shutdown takes until it reads `go on`. */
const programOf = (libraryIs: 'first' | 'later') => `
  ${libraryIs === 'first' ? "import 'conf';" : ''}
  import { onShutdownSignals } from ${JSON.stringify(shutdownSignals)};
  process.stdin.once('data', () => process.exit(0));
  onShutdownSignals({ first: () => console.log('ending'), again: () => process.exit(1) });
  ${libraryIs === 'later' ? "await import('conf');" : ''}
  console.log('ready');
`;

async function begin(libraryIs: 'first' | 'later' = 'first') {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', programOf(libraryIs)], {
    cwd: fromHere,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  const hear = (message: string) => expect.poll(() => said, { interval: 5 }).toContain(message);
  await hear('ready');
  return { child, ended, hear };
}

describe.skipIf(process.platform === 'win32')('a shutdown signal', () => {
  it.each([
    ['SIGINT', 'first'],
    ['SIGTERM', 'first'],
    ['SIGHUP', 'first'],
    ['SIGTERM', 'later'],
  ] as const)(
    'that comes once (%s) ends the program in order, however long that takes, with the library imported %s',
    async (signal, libraryIs) => {
      const { child, ended, hear } = await begin(libraryIs);
      child.kill(signal);
      await hear('ending');
      // A signal that was sent again would have arrived before what is written after it.
      child.stdin.end('go on');
      expect(await ended).toBe(0);
    },
  );

  it('that comes twice ends the program immediately', async () => {
    const { child, ended, hear } = await begin();
    child.kill('SIGINT');
    await hear('ending');
    child.kill('SIGINT');
    expect(await ended).toBe(1);
  });
});
