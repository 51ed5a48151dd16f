import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runEmulatorCommand } from '../../emulator/command.ts';
import { optionNames, optionTable } from '../../emulator/options.ts';

const main = new URL('../../emulator/main.ts', import.meta.url).pathname;

async function run(...argv: string[]) {
  let out = '';
  let said = '';
  const code = await runEmulatorCommand(argv, {
    out: (text) => (out += text),
    say: (text) => (said += text),
    stop: AbortSignal.abort(),
  });
  return { code, out, said };
}

describe('the command', () => {
  it('with --json says in its first line all that a script needs', async () => {
    const { code, out, said } = await run('--json', '--mode', 'strict');
    expect([code, said, out.split('\n').length]).toEqual([0, '', 2]);
    expect(JSON.parse(out)).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      mode: 'strict',
      clients: [
        {
          client_id: 'pilot-companion-demo',
          client_secret: 'demo-secret-for-the-emulator-only',
          redirect_uris: ['http://127.0.0.1/callback/emulator'],
        },
        {
          client_id: 'logbook-reader-demo',
          client_secret: 'reader-secret-for-the-emulator-only',
          redirect_uris: ['http://127.0.0.1/callback/emulator'],
        },
      ],
      pilots: [
        { id: 'demo', name: 'Demo Pilot' },
        { id: 'second', name: 'Second Pilot' },
      ],
    });
  });

  it('says the same to a person without it', async () => {
    const { out } = await run();
    expect(out).toMatch(/listens at http:\/\/127\.0\.0\.1:\d+ \(extended mode\)/);
  });

  it('lists every option of the table in its help', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    for (const name of optionNames) expect(out).toContain(`--${optionTable[name].flag}`);
  });

  it('takes every option', async () => {
    const given = ['--port=0', '--mode', 'strict', '--auto-consent', '--min-gap', '12s', '--max-file-size', '2MiB'];
    const times = ['--code-lifetime=5s', '--access-lifetime=2m', '--refresh-lifetime=1h', '--check-delay=250ms'];
    const others = [
      '--moderation-share',
      '0.5',
      '--moderation-delay',
      '0',
      '--no-retry-after',
      '--too-fast-restarts=off',
    ];
    const rest = [
      '--count-refused',
      '--nullable-as-strings',
      '--allow-localhost',
      '--seed',
      'x',
      '--clock-scale',
      '60',
    ];
    expect(await run(...given, ...times, ...others, ...rest)).toMatchObject({ code: 0, said: '' });
  });

  it.each([
    [['--min-gap', 'fast'], '--min-gap takes a duration such as 250ms, 5s, 2m, 1h or 30d; “fast” is not that.'],
    [['--min-gap', '5'], '--min-gap takes a duration such as 250ms, 5s, 2m, 1h or 30d; “5” is not that.'],
    [['--min-gap'], '--min-gap takes a duration such as 250ms, 5s, 2m, 1h or 30d; nothing was given.'],
    [['--mode', 'lax'], '--mode takes strict or extended; “lax” is not that.'],
    [['--port', '70000'], '--port takes a port from 0 to 65535; “70000” is not that.'],
    [['--max-file-size', 'big'], '--max-file-size takes a size such as 512KiB or 10MiB; “big” is not that.'],
    [['--moderation-share', '2'], '--moderation-share takes a number from 0 to 1; “2” is not that.'],
    [['--auto-consent=maybe'], '--auto-consent takes no value, or on or off; “maybe” is not that.'],
    [['--verbose'], 'There is no option --verbose; --help lists them.'],
    [['serve'], 'There is no option serve; --help lists them.'],
    [['--no-port', '5'], 'There is no option --no-port; --help lists them.'],
    [['--no-retry-after=on'], 'There is no option --no-retry-after=on; --help lists them.'],
    [['--state', '--json'], '--state takes the path of a file; nothing was given.'],
    [['--state', '/proc'], 'The state file /proc cannot be read'],
    [['--state', '/dev/null/world.json'], 'The state cannot be written to /dev/null/world.json'],
  ])('%j is refused in one sentence, with 2', async (argv, sentence) => {
    const { code, out, said } = await run(...argv);
    expect([code, out]).toEqual([2, '']);
    expect(said).toContain(sentence);
    expect(said.trimEnd()).not.toContain('\n');
  });

  it('says that the port is in use, with 2', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    expect(await run('--port', String(port))).toEqual({
      code: 2,
      out: '',
      said: `Port ${port} is in use on this computer; take another one, or 0 for any free.\n`,
    });
  });
});

describe('the process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('ends cleanly with 0 on %s, with a client connected', async (signal) => {
    const child = spawn(process.execPath, [main, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(createInterface(child.stdout), 'line');
    const answer = await fetch(`${JSON.parse(line).url}/nowhere`);
    expect(answer.status).toBe(404);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('ends with 2 on a wrong option', async () => {
    const child = execFile(process.execPath, [main, '--nonsense']);
    expect(await once(child, 'exit')).toEqual([2, null]);
  });
});
