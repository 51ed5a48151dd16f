import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { digestOf } from '../../../emulator/http/digest.ts';
import { createEmulator } from '../../../emulator/emulator.ts';
import { readDocument, writeDocument } from '../../../emulator/world/world-document.ts';
import { createSeededWorld } from '../../../emulator/world/world.ts';
import { callControl } from '../control/call-control.ts';
import { clientId, isTaken, newFolder, obtainCode, openEmulator, refresh } from '../open-emulator.ts';
import { anyPng, upload } from '../images.ts';

describe('the state file', () => {
  it('restores tokens, flights, faults, limits and time', async () => {
    const stateFile = `${await newFolder()}/world.json`;
    const first = await openEmulator({ stateFile });
    const tokens = first.signIn();
    await upload(first, tokens.access_token, anyPng());
    first.faults.add({ match: { path: '/nowhere' }, times: 1, effect: { type: 'status', status: 418 } });
    await first.clock.advance(2000);
    await first[Symbol.asyncDispose]();

    const second = await openEmulator({ stateFile });
    expect(second.clock.now()).toBe(first.clock.now());
    expect((await upload(second, tokens.access_token, anyPng(2))).json()).toEqual({ detail: 'too_fast' });
    expect((await refresh(second, tokens.refresh_token)).statusCode).toBe(200);
    expect((await second.inject('/nowhere')).statusCode).toBe(418);
    await second.clock.advance(18_000);
    expect(second.flights.list().items).toMatchObject([
      { record: { id: 4700, automated_checked: true }, sha256: hash('sha256', anyPng()) },
    ]);
  });

  it('is written atomically while running, without leftovers', async () => {
    const folder = await newFolder();
    const stateFile = `${folder}/world.json`;
    const emulator = await openEmulator({ stateFile });
    emulator.signIn();
    await expect.poll(() => readdir(folder)).toEqual(['world.json', 'world.json.lock']);
    expect(readDocument(await readFile(stateFile, 'utf8'))).toMatchObject({ ok: true });
  });

  it('is not written by an emulator that has ended, which does not start again', async () => {
    const stateFile = `${await newFolder()}/world.json`;
    const first = await openEmulator({ stateFile });
    await first[Symbol.asyncDispose]();
    const second = await openEmulator({ stateFile });
    const message = 'The emulator or its world has ended; create a new one.';
    expect(() => first.pilots.add({ id: 'late', name: 'Late' })).toThrow(message);
    await expect(first.start()).rejects.toThrow(message);
    await first.stop();
    second.pilots.add({ id: 'third', name: 'Third' });
    await second.stop();
    expect(await readFile(stateFile, 'utf8')).toBe(second.state.export());
  });

  it.each([
    ['nothing', ''],
    ['half a document', '{"format":"pilot-flight-service-emulator","vers'],
    ['something else', '{"name":"x"}'],
    ['a wrong value', writeDocument(createSeededWorld(), 0).replace('"nextFlightId":4700', '"nextFlightId":"x"')],
  ])('with %s is refused and left unchanged', async (_name, text) => {
    const stateFile = `${await newFolder()}/world.json`;
    await writeFile(stateFile, text);
    await expect(openEmulator({ stateFile })).rejects.toMatchObject({
      kind: 'state',
      message: expect.stringMatching(/is invalid .* left unchanged/),
    });
    expect(await readFile(stateFile, 'utf8')).toBe(text);
  });

  it('restores a changed secret that can no longer be shown', async () => {
    const stateFile = `${await newFolder()}/world.json`;
    const first = await openEmulator({ stateFile });
    first.applications.update(clientId, { clientSecret: 'changed' });
    await first[Symbol.asyncDispose]();
    const second = await openEmulator({ stateFile });
    expect(second.clients.map(({ client_id }) => client_id)).toEqual(['logbook-reader-demo']);
    const { access_token, refresh_token } = second.signIn();
    expect(await isTaken(second, access_token)).toBe(true);
    expect((await refresh(second, refresh_token, { client_secret: 'changed' })).statusCode).toBe(200);
  });

  it('is replaced in place when it is a link', async () => {
    const folder = await newFolder();
    const first = await openEmulator({ stateFile: `${folder}/world.json` });
    await first[Symbol.asyncDispose]();
    await symlink(`${folder}/world.json`, `${folder}/link.json`);
    const second = await openEmulator({ stateFile: `${folder}/link.json` });
    second.pilots.add({ id: 'third', name: 'Third' });
    await second[Symbol.asyncDispose]();
    expect(await readlink(`${folder}/link.json`)).toBe(`${folder}/world.json`);
    expect(await readFile(`${folder}/world.json`, 'utf8')).toContain('"third"');
  });

  it('touches nothing beside it, and follows no link there', async () => {
    const folder = await newFolder();
    await writeFile(`${folder}/other.txt`, 'mine');
    await symlink(`${folder}/other.txt`, `${folder}/world.json.new`);
    const emulator = await openEmulator({ stateFile: `${folder}/world.json` });
    await emulator[Symbol.asyncDispose]();
    expect(await readFile(`${folder}/other.txt`, 'utf8')).toBe('mine');
    expect(await readlink(`${folder}/world.json.new`)).toBe(`${folder}/other.txt`);
  });

  it('must be writable at the start', async () => {
    await expect(createEmulator({ stateFile: '/dev/null/world.json' })).rejects.toThrow(
      'Can’t write the state to /dev/null/world.json',
    );
  });

  it('reports at the end that it could not be written', async () => {
    const folder = await mkdtemp(`${tmpdir()}/emulator-`);
    const emulator = await createEmulator({ stateFile: `${folder}/world.json` });
    await rm(folder, { recursive: true });
    emulator.signIn();
    await expect(emulator.stop()).rejects.toThrow(`Can’t write the state to ${folder}/world.json`);
  });
});

describe('an emulator locks its state file', () => {
  it('until it ends', async () => {
    const folder = await newFolder();
    const stateFile = `${folder}/world.json`;
    const first = await openEmulator({ stateFile });
    const message = `Another emulator is using ${stateFile}. Stop it, or choose another file with --state.`;
    await expect(createEmulator({ stateFile })).rejects.toThrow(message);
    await first.stop();
    await expect(createEmulator({ stateFile })).rejects.toThrow(message);
    await first[Symbol.asyncDispose]();
    const second = await openEmulator({ stateFile });
    expect(second.pilots.list().items).toHaveLength(2);
  });

  it('no longer than a failed start', async () => {
    const stateFile = `${await newFolder()}/world.json`;
    await writeFile(stateFile, 'x');
    await expect(createEmulator({ stateFile })).rejects.toThrow('is invalid');
    await rm(stateFile);
    const emulator = await openEmulator({ stateFile });
    expect(emulator.health().status).toBe('ok');
  });
});

describe('a response that changed the world', () => {
  const inFile = async (stateFile: string) => JSON.parse(await readFile(stateFile, 'utf8'));

  it('is sent once the file holds the change: an upload, a refresh, a consent, a control call', async () => {
    const stateFile = `${await newFolder()}/world.json`;
    const emulator = await openEmulator({ stateFile, autoConsent: true });
    const { access_token, refresh_token } = emulator.signIn();
    await upload(emulator, access_token, anyPng());
    expect((await inFile(stateFile)).flights).toHaveLength(1);
    const renewed = (await refresh(emulator, refresh_token)).json();
    expect(new Map((await inFile(stateFile)).accessTokens).has(digestOf(renewed.access_token))).toBe(true);
    await refresh(emulator, refresh_token);
    expect((await inFile(stateFile)).consents[0].revokedBecause).toContain('reused');
    await obtainCode(emulator);
    expect((await inFile(stateFile)).codes).toHaveLength(1);
    await callControl(emulator, 'POST /flights/4700/check', {});
    expect((await inFile(stateFile)).flights[0].automatedChecked).toBe(true);
  });

  it('shares its write with other waiting responses', async () => {
    const folder = await newFolder();
    const emulator = await openEmulator({ stateFile: `${folder}/world.json` });
    const written = new Set<number>();
    const refreshTokens = Array.from({ length: 200 }, () => emulator.signIn().refresh_token);
    await Promise.all(
      refreshTokens.map(async (token) => {
        await refresh(emulator, token);
        written.add((await stat(`${folder}/world.json`)).ino);
      }),
    );
    expect(written.size).toBeLessThan(20);
  });

  it('is not sent when the file can’t be written: the connection breaks', async () => {
    const folder = await mkdtemp(`${tmpdir()}/emulator-`);
    const emulator = await createEmulator({ stateFile: `${folder}/world.json` });
    const warnings: string[] = [];
    const note = (warning: Error) => void warnings.push(warning.message);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const { url } = await emulator.start();
    await rm(folder, { recursive: true });
    const statusOf = (path: string, init?: RequestInit) => fetch(`${url}${path}`, init).then(({ status }) => status);
    const authorization = `Bearer ${emulator.controlToken}`;
    await expect(statusOf('/_emulator/sign-in', { method: 'POST', headers: { authorization } })).rejects.toThrow(
      'fetch failed',
    );
    await expect(statusOf('/nowhere')).rejects.toThrow('fetch failed');
    await mkdir(folder);
    // With the next change it is tried again.
    expect(await statusOf('/_emulator/sign-in', { method: 'POST', headers: { authorization } })).toBe(200);
    expect(await statusOf('/nowhere')).toBe(404);
    expect(warnings[0]).toContain('Can’t write the state to');
    await emulator[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
});
