import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shellSwitches } from '../../../emulator/cli/arguments.ts';
import type { OptionRow } from '../../../emulator/options/option-kinds.ts';
import { optionTable } from '../../../emulator/options/option-table.ts';
import { commandName } from '../../../emulator/cli/process-io.ts';
import { run } from './run-command.ts';

describe('the options', () => {
  it('lists every option in the help', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    const flags = Object.values<OptionRow>(optionTable).flatMap(({ flag }) => flag ?? []);
    for (const flag of flags) expect(out).toContain(`--${flag}`);
    expect(out).toContain('  --cors ORIGIN… ');
    for (const name of Object.keys(shellSwitches)) expect(out).toContain(`--${name}`);
    expect(await run(['-h'])).toEqual(await run(['--help']));
  });

  it.each([
    ['/a/emulator/main.ts', {}, 'npm run -s emulator --'],
    ['/a/node_modules/.bin/pilot-companion-emulator', { npm_command: 'exec' }, 'npx pilot-companion-emulator'],
    ['/usr/bin/pilot-companion-emulator', {}, 'pilot-companion-emulator'],
    ['/app/emulator/main.js', {}, 'pilot-companion-emulator'],
    ['/a/main/node/cli.ts', {}, 'npm run -s companion -- emulator'],
    ['/usr/bin/pilot-companion', {}, 'pilot-companion emulator'],
  ])('names the command in the help as it was started: %s', async (script, env, name) => {
    expect(commandName(script, env)).toBe(name);
    const { out } = await run(['--help'], { name });
    expect(out.startsWith(`${name} [options]\n`)).toBe(true);
    expect(out).toContain(`\n  ${name} --open\n`);
  });

  it('prints the version of the package', async () => {
    const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(await run(['--version'])).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' });
  });

  it('accepts every option', async () => {
    const given = ['--port=0', '--mode', 'strict', '--auto-consent', '--min-gap', '12s', '--max-file-size', '2MiB'];
    const times = ['--code-lifetime=5s', '--access-lifetime=2m', '--refresh-lifetime=1h', '--check-delay=250ms'];
    const others = ['--moderation-share=0.5', '--moderation-delay', '0', '--no-retry-after', '--too-fast-restarts=off'];
    const more = ['--count-refused', '--nullable-as-strings', '--allow-localhost', '--seed', 'x', '--clock-scale', '6'];
    const rest = ['--control-token', 'x', '--journal-entries', '5', '--keep-images', '0', '--scenario', 'service-down'];
    const departures = ['--basic-without-client-id', '--no-code-replay-revokes', '--refresh-scope=on'];
    const all = [...given, ...times, ...others, ...more, ...departures, ...rest];
    expect(await run(all)).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    [['--min-gap', 'fast'], '--min-gap: expected a duration such as 250ms, 5s, 2m, 1h or 30d, got “fast”.'],
    [['--min-gap'], '--min-gap: expected a duration such as 250ms, 5s, 2m, 1h or 30d, got nothing.'],
    [['--auto-consent=maybe'], '--auto-consent: expected no value, or on or off, got “maybe”.'],
    [['--verbose'], 'Unknown option --verbose; --help lists them.'],
    [['serve'], 'Unknown option serve; --help lists them.'],
    [['--no-port', '5'], 'Unknown option --no-port; --help lists them.'],
    [['--no-quiet'], 'Unknown option --no-quiet; --help lists them.'],
    [['--json=yes'], 'Unknown option --json=yes; --help lists them.'],
    [['--no-retry-after=on'], 'Unknown option --no-retry-after=on; --help lists them.'],
    [['--min-gapp', '5s'], 'Unknown option --min-gapp; did you mean --min-gap?'],
    [['-port=1'], 'Unknown option -port=1; did you mean --port?'],
    [['--minGap=5s'], 'Unknown option --minGap=5s; did you mean --min-gap?'],
    [['--no-retry-afer'], 'Unknown option --no-retry-afer; did you mean --no-retry-after?'],
    [['--mode=strickt'], '--mode: expected strict or extended (did you mean strict?), got “strickt”.'],
    [['--delay', '5s'], 'Unknown option --delay; did you mean --check-delay or --moderation-delay?'],
    [['--open', '--no-control'], '--open needs the console, which --no-control disables; use only one of them.'],
    [['--state', '--json'], '--state: expected a file path, got nothing.'],
    [['--state', '/dev/null/world.json'], '/dev/null/world.json'],
    [['--scenario', 'nothing-like-it'], 'No scenario “nothing-like-it”'],
    [['--scenario', '/nowhere/at/all.yaml'], 'Can’t read the scenario /nowhere/at/all.yaml'],
  ])('%j exits with 2 and a one-line message', async (argv, message) => {
    expect(await errorOf(argv)).toEqual(inOneLine(message));
  });

  async function errorOf(argv: readonly string[]) {
    const { code, out, err } = await run(argv);
    return { code, out, err, lines: err.trimEnd().split('\n').length };
  }
  const inOneLine = (message: string) => ({
    code: 2,
    out: '',
    err: expect.stringContaining(message) as string,
    lines: 1,
  });
});
