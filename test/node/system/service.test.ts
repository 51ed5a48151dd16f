import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serviceFile, type ServiceProgram, createService } from '../../../main/node/system/service.ts';

const exec = promisify(execFile);
const awkward: ServiceProgram = [process.execPath, 'a "quoted" 100% $HOME\\', '--data-dir', '/data & <more>'];

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'pilot-companion-service-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

const expectMatch = (pattern: RegExp) => expect.stringMatching(pattern) as unknown;

/** A system that answers each command as configured, and records it. */
function serviceOn(platform: NodeJS.Platform, answers: (command: string) => boolean = () => true) {
  const asked: string[] = [];
  const service = createService({
    platform,
    env: {},
    home,
    dataDir: join(home, 'data'),
    userId: 501,
    run: async (command) => {
      asked.push(command.join(' '));
      return answers(command.join(' '));
    },
  });
  return { service: service!, asked };
}

test.each([
  [
    'linux',
    '.config/systemd/user/pilot-companion.service',
    ['systemctl --user daemon-reload', 'systemctl --user enable --now pilot-companion.service'],
    ['systemctl --user disable --now pilot-companion.service', 'systemctl --user daemon-reload'],
  ],
  [
    'darwin',
    'Library/LaunchAgents/app.pilotcompanion.watch.plist',
    ['launchctl bootout gui/501/app.pilotcompanion.watch', /^launchctl bootstrap gui\/501 .*\.plist$/],
    ['launchctl bootout gui/501/app.pilotcompanion.watch'],
  ],
  [
    'win32',
    'data/service-task.xml',
    [/^schtasks \/Create \/TN Pilot Companion \/XML .* \/F$/, 'schtasks /Run /TN Pilot Companion'],
    ['schtasks /End /TN Pilot Companion', 'schtasks /Delete /TN Pilot Companion /F'],
  ],
] as const)('on %s it is written to %s and removed again', async (platform, place, installing, removing) => {
  const { service, asked } = serviceOn(platform);
  expect(service.file).toBe(join(home, place));
  expect(await service.install(awkward)).toMatchObject({ ok: true });
  expect(existsSync(service.file)).toBe(true);
  const expected = installing.map((one): unknown => (typeof one === 'string' ? one : expectMatch(one)));
  expect(asked.splice(0)).toEqual(expected);
  expect(await service.state()).toBe('running');
  asked.length = 0;
  expect(await service.remove()).toMatchObject({ ok: true });
  expect(existsSync(service.file)).toBe(false);
  expect(asked).toEqual([...removing]);
});

test('reports that its file cannot be written', async () => {
  writeFileSync(join(home, '.config'), '');
  expect(await serviceOn('linux').service.install(awkward)).toMatchObject({ ok: false, failure: { kind: 'disk' } });
});

test('is unavailable on other systems', () => {
  expect(createService({ platform: 'freebsd', env: {}, home, dataDir: home, userId: 1 })).toBeNull();
});

describe('the files', () => {
  const hasSystemd = existsSync('/usr/bin/systemd-analyze');

  test.runIf(hasSystemd)('systemd accepts the unit, with any text in its arguments', async () => {
    const unit = join(home, 'pilot-companion.service');
    writeFileSync(unit, serviceFile('linux', awkward));
    const { stderr } = await exec('systemd-analyze', ['--user', '--man=no', 'verify', unit], {
      env: { ...process.env, XDG_RUNTIME_DIR: home, HOME: home },
    });
    expect(stderr.split('\n').filter((line) => line.includes('pilot-companion'))).toEqual([]);
  });

  test('the unit doubles what systemd would expand', () => {
    expect(serviceFile('linux', awkward)).toContain(
      String.raw`"a \"quoted\" 100%% $$HOME\\" "--data-dir" "/data & <more>"`,
    );
  });

  test('the agent and the task are XML, with every argument as it is', () => {
    const agent = serviceFile('darwin', awkward);
    expect(agent).toContain('<string>/data &amp; &lt;more&gt;</string>');
    expect(agent).toContain('<string>a &quot;quoted&quot; 100% $HOME\\</string>');
    const task = serviceFile('win32', awkward);
    expect(task).toContain(`<Command>${process.execPath}</Command>`);
    expect(task).toContain(
      String.raw`<Arguments>&quot;a \&quot;quoted\&quot; 100% $HOME\\&quot; &quot;--data-dir&quot; &quot;/data &amp; &lt;more&gt;&quot;</Arguments>`,
    );
  });

  test('Windows gets UTF-16 with a byte order mark', async () => {
    const { service } = serviceOn('win32');
    await service.install(awkward);
    expect([...readFileSync(service.file).subarray(0, 2)]).toEqual([0xff, 0xfe]);
  });
});
