// The completions, run by the shells themselves.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { exportFormats } from '../../../main/contract/export-formats.ts';
import { languages } from '../../../main/messages/languages.ts';
import { commands, globalOptions } from '../../../main/node/cli/command-table.ts';
import { runHere } from '../run-here.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'completion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'a report.png'), '');

const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined;
const names = commands.map(({ name }) => name);

async function script(shell: string): Promise<string> {
  const { code, stdout } = await runHere(['completion', shell]);
  expect(code).toBe(0);
  return stdout;
}

describe.skipIf(!isThere('bash'))('in bash', () => {
  /** Completes the last word. */
  async function complete(...words: string[]): Promise<string[]> {
    writeFileSync(join(folder, 'bash'), await script('bash'));
    const lines = [
      'source ./bash',
      'complete -p pilot-companion >&2',
      'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))',
      '_pilot_companion',
      String.raw`printf '%s\n' "\${COMPREPLY[@]}"`.replaceAll('\\$', '$'),
    ];
    const command = ['--norc', '--noprofile', '-c', lines.join('\n'), 'bash', 'pilot-companion', ...words];
    const { stdout } = await run('bash', command, { cwd: folder });
    return stdout.split('\n').filter(Boolean);
  }

  test('completes commands, after global options too', async () => {
    expect(await complete('sta')).toEqual(['status']);
    expect(await complete('--profile', 'club', '--json', 'sta')).toEqual(['status']);
    expect((await complete('')).toSorted()).toEqual(names.toSorted());
  });

  test('completes the options of a command and those of all, and actions', async () => {
    expect(await complete('upload', '--d')).toEqual(['--dry-run', '--data-dir']);
    expect(await complete('queue', 're')).toEqual(['resume', 'retry', 'remove', 'release-flight']);
    expect(await complete('queue', 'retry', 're')).toEqual([]);
  });

  test('completes files where they belong, with spaces in one piece', async () => {
    expect(await complete('upload', 'a')).toEqual(['a report.png']);
    expect(await complete('logbook', '--output', 'a')).toEqual(['a report.png']);
    expect(await complete('status', 'a')).toEqual([]);
    expect(await complete('--profile', 'a')).toEqual([]);
  });

  test('completes the values of options and settings that have a fixed set', async () => {
    expect(await complete('logbook', '--export', '')).toEqual([...exportFormats]);
    expect(await complete('logbook', '--status', 'a')).toEqual(['archived']);
    expect(await complete('folders', 'set', 'x', '--approval', '')).toEqual(['on', 'off']);
    expect(await complete('settings', 'langu')).toContain('language=pt-BR');
    // As bash passes them to the function.
    expect(await complete('settings', 'language', '=')).toEqual(['system', ...languages]);
    expect(await complete('settings', 'language', '=', 'd')).toEqual(['de']);
  });
});

const fish = isThere('fish');
describe.skipIf(!fish)(`in fish${fish ? '' : ', which is not installed here'}`, () => {
  async function complete(line: string): Promise<string[]> {
    writeFileSync(join(folder, 'fish'), await script('fish'));
    const command = ['--no-config', '-c', `source ./fish; complete -C ${JSON.stringify(line)}`];
    const { stdout, stderr } = await run('fish', command, { cwd: folder, env: { ...process.env, HOME: folder } });
    expect(stderr).toBe('');
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((one) => one.split('\t')[0]!);
  }

  test('completes commands, options, actions and files', async () => {
    expect(await complete('pilot-companion sta')).toEqual(['status']);
    expect((await complete('pilot-companion upload --d')).toSorted()).toEqual(['--data-dir', '--dry-run']);
    expect(await complete('pilot-companion queue pa')).toEqual(['pause']);
    expect(await complete('pilot-companion upload a')).toEqual(['a report.png']);
    expect(await complete('pilot-companion status a')).toEqual([]);
  });

  test('completes the values of options and settings that have a fixed set', async () => {
    expect((await complete('pilot-companion logbook --export ')).toSorted()).toEqual(exportFormats.toSorted());
    expect(await complete('pilot-companion folders set x --approval of')).toEqual(['off']);
    expect(await complete('pilot-companion settings language=d')).toEqual(['language=de']);
  });
});

const zsh = isThere('zsh');
describe.skipIf(!zsh)(`in zsh${zsh ? '' : ', which is not installed here'}`, () => {
  /** Types a line and a tab into a terminal of zsh, and returns what the line became. */
  async function complete(line: string): Promise<string> {
    writeFileSync(join(folder, 'zsh'), await script('zsh'));
    const inner = [
      'autoload -Uz compinit; compinit -D -u',
      'source ./zsh',
      "show() { print -r -- \"<<$BUFFER>>\"; exit }; zle -N show; bindkey '^X' show; bindkey '^I' complete-word",
      "unsetopt beep; PS1='ready> '",
    ];
    writeFileSync(join(folder, 'start'), inner.join('\n'));
    const outer = `
      zmodload zsh/zpty
      zpty terminal 'zsh -f -i'
      zpty -w terminal 'source ./start'
      zpty -r -m terminal seen '*ready> *'
      zpty -n -w terminal $'${line}\\t\\x18'
      zpty -r -m terminal seen '*<<*>>*'
      print -r -- "$seen"
    `;
    const { stdout } = await run('zsh', ['-f', '-c', outer], { cwd: folder, timeout: 30_000 });
    return /<<(.*?)>>/.exec(stdout)?.[1] ?? stdout;
  }

  test('completes commands, options, actions and files', async () => {
    expect(await complete('pilot-companion sta')).toBe('pilot-companion status ');
    expect(await complete('pilot-companion upload --dr')).toBe('pilot-companion upload --dry-run ');
    expect(await complete('pilot-companion queue pa')).toBe('pilot-companion queue pause ');
    expect(await complete('pilot-companion upload a')).toBe('pilot-companion upload a\\ report.png ');
  });

  test('completes the values of options and settings that have a fixed set', async () => {
    expect(await complete('pilot-companion logbook --export log')).toBe('pilot-companion logbook --export logten ');
    expect(await complete('pilot-companion settings language=d')).toBe('pilot-companion settings language=de ');
  });
});

describe('the completion for PowerShell', () => {
  test('has every command, action and option, in single quotes that are closed', async () => {
    const lines = await script('powershell');
    const rest = lines.replaceAll(/'(?:[^']|'')*'/g, '');
    expect(rest).not.toContain("'");
    for (const { name, options = {}, actions = [] } of commands) {
      const row = lines.split('\n').find((line) => line.startsWith(`    '${name}' = `)) ?? '';
      for (const option of Object.keys(options)) expect(row).toContain(`@('--${option}', `);
      for (const [usage] of actions) expect(row).toContain(`@('${usage.split(' ')[0]!}', `);
    }
    for (const option of Object.keys(globalOptions)) expect(lines).toContain(`@('--${option}', `);
    expect(lines).toContain(`'--export' = @(${exportFormats.map((format) => `'${format}'`).join(', ')})`);
    expect(lines).toContain("@('language=de', 'language=de')");
  });

  const powershell = isThere('pwsh');
  test.skipIf(!powershell)(`runs${powershell ? '' : ', where PowerShell is installed'}`, async () => {
    writeFileSync(join(folder, 'complete.ps1'), await script('powershell'));
    const ask = `. ./complete.ps1; (TabExpansion2 'pilot-companion sta' 19).CompletionMatches.CompletionText`;
    const { stdout } = await run('pwsh', ['-NoProfile', '-Command', ask], { cwd: folder });
    expect(stdout.trim()).toBe('status');
  });
});

test('an unknown shell is wrong usage, and the message lists the valid ones', async () => {
  const { code, stdout, stderr } = await runHere(['completion', 'tcsh']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('bash, zsh, fish or powershell');
});
