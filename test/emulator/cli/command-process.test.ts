import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { version } from '../../../emulator/version.ts';

const main = new URL('../../../emulator/main.ts', import.meta.url).pathname;

describe('the process', () => {
  async function start(...argv: string[]) {
    const child = spawn(process.execPath, [main, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(createInterface(child.stdout), 'line');
    return { child, url: JSON.parse(line).url as string };
  }

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'exits with 0 on %s while a client is connected',
    async (signal) => {
      const { child, url } = await start();
      const answer = await fetch(`${url}/nowhere`);
      expect(answer.status).toBe(404);
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
  );

  it('keeps serving after the reader of standard error has gone', async () => {
    const { child, url } = await start();
    child.stderr.destroy();
    for (let count = 0; count < 3; count += 1) expect((await fetch(`${url}/nowhere`)).status).toBe(404);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('is not blocked when standard error is open but never read', async () => {
    const { child, url } = await start();
    // Three times what a pipe holds.
    const long = `${url}/${'x'.repeat(4000)}`;
    for (let count = 0; count < 50; count += 1) expect((await fetch(long)).status).toBe(404);
    child.kill('SIGTERM');
    child.stderr.resume();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('starts standard output with its own line when run by npm', async () => {
    const script = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [script, 'emulator/main.ts', '--version']);
    expect(stdout).toBe(`${version}\n`);
  });

  describe('with an emulator of the library that was not disposed', () => {
    const run = async (where: string) => {
      const library = JSON.stringify(new URL('../../../emulator/emulator.ts', import.meta.url).href);
      const source = `import { createEmulator } from ${library};
        const emulator = await createEmulator();
        const { url } = await emulator.start(${where});
        await fetch(url + '/nowhere');
        console.log('over');`;
      const argv = ['--input-type=module', '--eval', source];
      const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      await once(createInterface(child.stdout), 'line');
      return child;
    };

    it('ends', async () => {
      expect(await once(await run(''), 'exit')).toEqual([0, null]);
    });

    it('goes on where the emulator holds it', async () => {
      const child = await run('{ holdsProcess: true }');
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
    });
  });
});
