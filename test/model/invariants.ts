// What is always true of a companion, whatever its pilot, files, service and computer do.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { expect } from 'vitest';
import { isSettled } from '../../main/contract/evidence.ts';
import { bays } from '../../main/contract/strip.ts';
import { allowWriting, answerQuestions, play, signInAs } from './steps.ts';
import { pilots, type Image, type Row, type World } from './world.ts';

const known = ({ state, evidence, agreed_at }: Row) => ({ state, evidence, agreedAt: agreed_at });

/** After each step. */
export async function check(world: World) {
  const flights = world.flights();
  const rows = world.rows();
  for (const image of world.images) {
    const records = flights.filter(({ sha256 }) => sha256 === image.sha256);
    if (image.isDecided) continue;
    const name = basename(image.path);
    expect(records.length, `${name} is at most one flight`).toBeLessThan(2);
    if (image.owner && records[0]) expect(records[0].pilot, `${name} is reported by its pilot`).toBe(image.owner);
    // Nothing irreversible follows from what is not settled.
    if (image.isFromFolder && !image.isTouched && !existsSync(image.path))
      expect(
        rows.some((row) => row.sha256 === image.sha256 && isSettled(known(row))),
        `${name} was filed after its upload was certain`,
      ).toBe(true);
  }
  for (const row of rows) {
    if (row.state !== 'uploaded' || row.flight_id === null || !isSettled(known(row))) continue;
    const flight = flights.find(({ record }) => record.id === row.flight_id);
    expect(flight?.sha256, `report ${row.id} is flight ${row.flight_id}`).toBe(row.sha256);
  }
  for (const { id, evidence, flight_id } of rows)
    if (evidence === 'answered' && flight_id !== null) world.answered.set(id, flight_id);
  for (const [id, flight] of world.answered) {
    const row = rows.find((one) => one.id === id && one.removed_at === null);
    if (row) expect(row.flight_id, `report ${id} keeps the flight that was answered`).toBe(flight);
  }
  await checkBoard(world);
}

/** The board shows what the database has, and a way on for each strip. */
async function checkBoard(world: World) {
  const { deck } = world;
  const strips = await deck.strips();
  const ids = strips.map(({ id }) => id);
  expect(new Set(ids).size, 'each strip is shown once').toBe(ids.length);
  const state = await deck.state();
  if (state.account.status === 'signed-in') {
    const own = world.rows().filter((row) => row.is_shown === 1);
    const isShown = ({ id }: Row) => ids.includes(`job-${id}`);
    expect(
      own.filter((row) => isShown(row) !== (row.removed_at === null)),
      'the board shows each report',
    ).toEqual([]);
  }
  for (const bay of bays)
    expect(state.bays[bay], `the number in ${bay}`).toBe(strips.filter((strip) => strip.bay === bay).length);
  const rows = new Map(world.rows().map((row) => [`job-${row.id}`, row]));
  for (const strip of strips) {
    const row = rows.get(strip.id);
    if (row) {
      expect(strip.file?.name, `the file of ${strip.id}`).toBe(row.name);
      expect(strip.flight?.id ?? null, `the flight of ${strip.id}`).toBe(row.flight_id);
    }
    const hasWayOn = strip.actions.some((action) => action !== 'show-file') || strip.bay !== 'needs-attention';
    expect(hasWayOn, `${strip.id} (${strip.stage}) can go on`).toBe(true);
    if (strip.stage === 'rejected' || strip.stage === 'held')
      expect(strip.reason, `${strip.id} (${strip.stage}) says why`).not.toBeNull();
  }
}

/** Tokens, codes and secrets are in the secret store only. */
export function checkSecrets(world: World) {
  const files = world.filesOnDisk();
  for (const secret of world.secrets)
    expect(
      files.filter(({ content }) => content.includes(secret)).map(({ name }) => name),
      `files with ${secret}`,
    ).toEqual([]);
}

/** Once the service is honest and the pilot helps, every image is one flight, or says why it isn't. */
export async function checkEnd(world: World) {
  const { deck } = world;
  world.disk.empty();
  deck.emulator.faults.clear();
  allowWriting(world, true);
  await play(world, { do: 'limit-size', isOn: false });
  deck.emulator.settings.change({ minGapMs: 0 });
  deck.networkHint(true);
  await deck.ask('uploads.resume', {});
  const left = async () => (await deck.strips()).filter(({ bay, stage }) => bay === 'queue' || stage === 'unconfirmed');
  const missing = () => {
    const arrived = new Set(world.flights().map(({ sha256 }) => sha256));
    const isDue = (image: Image) => !image.isDecided && !image.isTouched && !image.isRefused;
    return world.images.filter((image) => isDue(image) && !arrived.has(image.sha256));
  };
  // From here on both move on by themselves, whoever is shown.
  for (const pilot of ['demo', 'other'] as const) {
    const isSignedIn = async () =>
      (await deck.state()).accounts.some(({ name, concern }) => name === pilots[pilot] && concern === null);
    // On a busy machine, a sign-in may end before its answer.
    for (let tries = 0; tries < 5 && (tries === 0 || !(await isSignedIn())); tries += 1) await signInAs(world, pilot);
    expect(await isSignedIn(), `${pilot} is signed in`).toBe(true);
  }
  await deck.ask('accounts.showEveryone', {});
  for (let round = 0; round < 40 && (missing().length > 0 || (await left()).length > 0); round += 1) {
    await answerQuestions(world);
    await deck.ask('flights.refresh', {});
    await deck.pass(60_000);
    await check(world);
  }
  const rows = world.rows();
  const unexplained = missing().filter(
    ({ sha256 }) =>
      !rows.some((row) => row.sha256 === sha256 && row.removed_at === null && ['rejected', 'held'].includes(row.state)),
  );
  const stateOf = (image: Image) => rows.filter(({ sha256 }) => sha256 === image.sha256).map(known);
  expect(unexplained.map((image) => ({ image: basename(image.path), reports: stateOf(image) }))).toEqual([]);
  expect((await left()).map(({ id, stage, reason }) => ({ id, stage, reason: reason?.message.id }))).toEqual([]);
}
