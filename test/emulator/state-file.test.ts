import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmulator } from '../../emulator/emulator.ts';
import { readDocument } from '../../emulator/world-document.ts';
import { writeDocument } from '../../emulator/write-world.ts';
import { createSeededWorld } from '../../emulator/seed.ts';
import { clientId, isTaken, obtainCode, openEmulator, refresh } from './open-emulator.ts';
import { anyPng, upload } from './pictures.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(`${tmpdir()}/emulator-`);
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('a world in a file', () => {
  it('goes on where it was: tokens, flights, faults, limits and time', async () => {
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
    expect(second.flights.list().items).toMatchObject([{ record: { id: 4700, automated_checked: true } }]);
  });

  it('is written while it runs, whole, and leaves nothing beside it', async () => {
    const folder = await newFolder();
    const stateFile = `${folder}/world.json`;
    const emulator = await openEmulator({ stateFile });
    emulator.signIn();
    await expect.poll(() => readdir(folder)).toEqual(['world.json', 'world.json.lock']);
    expect(readDocument(await readFile(stateFile, 'utf8'))).toMatchObject({ ok: true });
  });

  it.each([
    ['nothing', ''],
    ['half a document', '{"format":"pilot-flight-service-emulator","vers'],
    ['something else', '{"name":"x"}'],
    ['a wrong value', writeDocument(createSeededWorld(), 0).replace('"nextFlightId":4700', '"nextFlightId":"x"')],
    ['a newer version', writeDocument(createSeededWorld(), 0).replace('"version":2', '"version":3')],
  ])('with %s in it, it is refused in words and stays as it is', async (_name, text) => {
    const stateFile = `${await newFolder()}/world.json`;
    await writeFile(stateFile, text);
    await expect(openEmulator({ stateFile })).rejects.toThrow(/is not a world of this emulator .* it stays as it is/);
    expect(await readFile(stateFile, 'utf8')).toBe(text);
  });

  it('knows a secret that was changed, but can no longer tell it', async () => {
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

  it('is there from the beginning', async () => {
    const stateFile = `${await newFolder()}/world.json`;
    await openEmulator({ stateFile });
    expect(readDocument(await readFile(stateFile, 'utf8'))).toMatchObject({ ok: true });
  });

  it('refuses to begin where it cannot be written', async () => {
    await expect(createEmulator({ stateFile: '/dev/null/world.json' })).rejects.toThrow(
      'The state cannot be written to /dev/null/world.json',
    );
  });

  it('says at the end that it could not be written any more', async () => {
    const folder = await mkdtemp(`${tmpdir()}/emulator-`);
    const emulator = await createEmulator({ stateFile: `${folder}/world.json` });
    await rm(folder, { recursive: true });
    emulator.signIn();
    await expect(emulator.stop()).rejects.toThrow(`The state cannot be written to ${folder}/world.json`);
  });
});

it('the document of a world, read and written again, is the same bytes', async () => {
  const stateFile = `${await newFolder()}/world.json`;
  const emulator = await openEmulator({ stateFile, autoConsent: true });
  await obtainCode(emulator);
  await upload(emulator, emulator.signIn().access_token, anyPng());
  emulator.faults.add({ effect: { ms: 5, type: 'latency' }, times: 1, match: { pilot: 'demo', method: 'GET' } });
  await emulator.stop();
  const text = await readFile(stateFile, 'utf8');
  const read = readDocument(text);
  if (!read.ok) throw new Error(read.reason);
  expect(writeDocument(read.world, read.atMs)).toBe(text);
});
