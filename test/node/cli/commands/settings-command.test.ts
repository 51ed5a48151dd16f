// `settings`: lists and changes services, and refuses what is invalid.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultSettings, newService } from '../../../../main/contract/settings.ts';
import { serviceKey } from '../../../../main/core/service/profile.ts';
import { neverOpens } from '../../../../main/node/system/open-browser.ts';
import { call } from '../../../../main/node/cli/terminal/call.ts';
import { settings } from '../../../../main/node/cli/commands/settings-command.ts';
import { givenOf } from '../../given.ts';
import { openCompanion, type OpenOptions } from '../../../../main/node/host/open-companion.ts';

async function open(stored?: unknown, more: Partial<OpenOptions> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'settings-command-'));
  if (stored !== undefined) await writeFile(join(dataDir, 'settings.json'), JSON.stringify(stored));
  const opened = await openCompanion({
    dataDir,
    secretsInMemory: true,
    work: 'none',
    browser: () => neverOpens,
    ...more,
  });
  onTestFinished(async () => {
    if (opened.ok) await opened.value.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  if (!opened.ok) throw new Error(opened.failure.message.id);
  const { value } = opened;
  const { companion, ports } = value;
  async function run(...args: string[]) {
    const { given, said } = givenOf({ args });
    return { code: await settings(value, given), ...said };
  }
  const onDisk = async () => JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8')) as unknown;
  return { run, companion, ports, onDisk };
}

const club = { ...newService('club'), address: 'https://club.example', clientId: 'the-app' };
const two = { ...defaultSettings, services: [{ ...newService('service'), address: 'https://one.example' }, club] };

describe('settings', () => {
  test('lists each service by its id, with whether its secret is stored, but no secret', async () => {
    const { run, companion } = await open(two);
    await call(companion, 'account.setApplicationSecret', { service: 'club', secret: 'of-the-club' });
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toContain('club.address=https://club.example\n');
    expect(stdout).toContain('club.mode=own-application\n');
    expect(stdout).toContain('club: client secret stored\n');
    expect(stdout).toContain('service: client secret not stored yet\n');
    expect(stdout).not.toContain('of-the-club');
  });

  test('applies service.NAME to the active service', async () => {
    const { run, onDisk } = await open({ ...two, services: [club], profile: 'club' });
    expect((await run('service.zone=Europe/Berlin', 'service.name=The club')).code).toBe(0);
    expect(await onDisk()).toMatchObject({ services: [{ id: 'club', zone: 'Europe/Berlin', name: 'The club' }] });
  });

  test('sets and clears the issuer of a service, and refuses an invalid one', async () => {
    const { run, onDisk } = await open({ ...two, services: [club], profile: 'club' });
    expect((await run('service.issuer=https://id.club.example')).code).toBe(0);
    expect(await onDisk()).toMatchObject({ services: [{ id: 'club', issuer: 'https://id.club.example' }] });
    for (const wrong of ['http://id.club.example', 'https://id.example/?tenant=1', `https://${'a'.repeat(200)}`])
      expect((await run(`service.issuer=${wrong}`)).code).toBe(2);
    expect((await run('service.issuer=')).code).toBe(0);
    expect(await onDisk()).toMatchObject({ services: [{ id: 'club', issuer: '' }] });
  });

  test('removes a service with its secret, but not the active one', async () => {
    const { run, companion, ports, onDisk } = await open({ ...two, profile: 'club' });
    await call(companion, 'account.setApplicationSecret', { service: 'service', secret: 'of-the-first' });
    const name = `application-secret/${serviceKey('https://one.example')}`;
    expect(await ports.secrets.get(name)).toMatchObject({ value: 'of-the-first' });
    expect(await run('remove', 'club')).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use') });
    expect(await run('remove', 'service')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Removed service'),
    });
    expect(await ports.secrets.get(name)).toMatchObject({ value: null });
    expect(await onDisk()).toMatchObject({ services: [{ id: 'club' }] });
    expect(await run('remove')).toMatchObject({ code: 2 });
    expect(await run('remove', 'moon')).toMatchObject({ code: 1, stderr: expect.stringContaining('no longer exists') });
  });

  test.each([
    [['theme'], 'NAME=VALUE'],
    [['colour=red'], 'There is no setting "colour"'],
    [['club.id=other'], 'There is no setting "club.id"'],
    [['club.mode=magic'], "isn't valid"],
    [['club.address=ftp://x'], 'The address must start with https://'],
    [['third.address=https://one.example/'], 'already has this address'],
    [['demo.address=https://x.example'], "can't have the ID demo"],
    [['profile=moon'], 'There\'s no profile "moon". Choose demo, service or club.'],
  ])('refuses %j and changes nothing', async (message, told) => {
    const { run, companion } = await open(two);
    const before = await call(companion, 'settings.read', {});
    expect(await run(...message)).toMatchObject({ code: 2, stderr: expect.stringContaining(told) });
    expect(await call(companion, 'settings.read', {})).toEqual(before);
  });
});

test('names the missing broker of a service that is not set up', async () => {
  const { companion } = await open({ ...two, services: [{ ...club, mode: 'broker' }] });
  expect(await call(companion, 'profile.choose', { profile: 'club' })).toMatchObject({
    ok: false,
    failure: { kind: 'not-configured', message: { params: { mode: 'broker' } } },
  });
});
