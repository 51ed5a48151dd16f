// `service` on Linux, with a systemctl of the test that records what it is asked.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { root } from '../../../architecture/source-files.ts';
import { ownProgram } from '../../../../main/node/cli/commands/service-command.ts';
import { jsonLineSchemas } from '../../../../main/node/cli/json/json-lines.ts';
import { runHere, runInNewFolder } from '../../run-here.ts';

const folder = runInNewFolder((own) => ({
  PATH: `${join(own, 'programs')}${delimiter}${process.env['PATH'] ?? ''}`,
  XDG_CONFIG_HOME: join(own, 'config'),
  HTTPS_PROXY: 'http://user:100%@proxy.example:3128',
  NODE_EXTRA_CA_CERTS: 'company.pem',
}));
const programs = join(folder, 'programs');
const asked = join(folder, 'asked');
const unit = join(folder, 'config', 'systemd', 'user', 'pilot-companion.service');

/** `fails`: the part of a command that fails. */
function systemctl(fails = 'nothing') {
  const script = `#!/bin/sh\necho "$*" >> '${asked}'\ncase "$*" in *${fails}*) exit 1;; esac\n`;
  writeFileSync(join(programs, 'systemctl'), script, { mode: 0o755 });
}
const commands = () => (existsSync(asked) ? readFileSync(asked, 'utf8').trim().split('\n') : []);
const execStart = () => /^ExecStart=(.*)$/m.exec(readFileSync(unit, 'utf8'))?.[1] ?? '';

mkdirSync(programs);
for (const name of ['shots', 'more shots']) mkdirSync(join(folder, name));
beforeEach(() => {
  rmSync(asked, { force: true });
  rmSync(unit, { force: true });
  systemctl();
});

describe.runIf(process.platform === 'linux')('the command service', () => {
  test('installs a service that watches the folders with this data folder and profile, all absolute', async () => {
    const args = ['--data-dir', 'data', '--profile', 'club', 'service', 'install', 'shots', join(folder, 'more shots')];
    const { code, stdout } = await runHere(args);
    expect([code, stdout]).toEqual([0, expect.stringContaining(unit)]);
    expect(execStart()).toMatch(
      new RegExp(
        `^"${process.execPath}" .*"--data-dir" "${join(folder, 'data')}" "--profile" "club" ` +
          `"watch" "${join(folder, 'shots')}" "${join(folder, 'more shots')}"$`,
      ),
    );
    expect(commands().slice(0, 2)).toEqual(['--user daemon-reload', '--user enable --now pilot-companion.service']);
  });

  test('carries proxies and certificates, says so, and lets nobody else read them', async () => {
    const { stdout } = await runHere(['--data-dir', 'data', 'service', 'install', 'shots']);
    const lines = readFileSync(unit, 'utf8').split('\n');
    expect(lines).toContain('Environment="HTTPS_PROXY=http://user:100%%@proxy.example:3128"');
    expect(lines).toContain(`Environment="NODE_EXTRA_CA_CERTS=${join(folder, 'company.pem')}"`);
    expect(stdout).toMatch(/The service uses .*HTTPS_PROXY.*NODE_EXTRA_CA_CERTS.* as set here\./);
    expect(statSync(unit).mode & 0o777).toBe(0o600);
  });

  test('refuses a folder that is missing, and installs nothing', async () => {
    const { code, stderr } = await runHere(['--data-dir', 'data', 'service', 'install', 'shots', 'missing']);
    expect([code, stderr, commands()]).toEqual([2, expect.stringContaining(join(folder, 'missing')), []]);
  });

  test('leaves the profile to the settings if none is given', async () => {
    expect((await runHere(['--data-dir', 'data', 'service', 'install', 'shots'])).code).toBe(0);
    expect(execStart()).not.toContain('--profile');
  });

  test('prints whether the service runs, as one line of JSON as well', async () => {
    const state = async () => {
      const { code, stdout } = await runHere(['--data-dir', 'data', '--json', 'service', 'status']);
      return [code, jsonLineSchemas.service.parse(JSON.parse(stdout))];
    };
    systemctl('is-active');
    expect(await state()).toEqual([0, { type: 'service', state: 'not-installed', file: null }]);
    await runHere(['--data-dir', 'data', 'service', 'install', 'shots']);
    expect(await state()).toEqual([0, { type: 'service', state: 'stopped', file: unit }]);
    systemctl();
    expect(await state()).toEqual([0, { type: 'service', state: 'running', file: unit }]);
  });

  test('removes the service and its file', async () => {
    await runHere(['--data-dir', 'data', 'service', 'install', 'shots']);
    rmSync(asked);
    systemctl('is-active');
    const { code, stdout } = await runHere(['--data-dir', 'data', 'service', 'remove']);
    expect([code, stdout, existsSync(unit)]).toEqual([0, expect.any(String), false]);
    expect(commands()[0]).toBe('--user disable --now pilot-companion.service');
  });

  test('exits with 1 and the command that failed if the system does not start the service', async () => {
    systemctl('enable');
    const { code, stderr } = await runHere(['--data-dir', 'data', 'service', 'install', 'shots']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('systemctl --user enable --now')]);
  });

  test.each([[['install']], [['remove', 'shots']], [['status', 'shots']]])(
    'exits with 2 and changes nothing after %j',
    async (args) => {
      const { code, stderr } = await runHere(['--data-dir', 'data', 'service', ...args]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('Usage: pilot-companion service install')]);
      expect(commands()).toEqual([]);
    },
  );
});

test('from the sources, the program is Node with its flags and the entry', () => {
  expect(ownProgram()).toEqual([process.execPath, ...process.execArgv, join(root, 'main', 'node', 'cli.ts')]);
});
