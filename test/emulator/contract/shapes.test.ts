import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import { exchange, get, obtainCode, openEmulator, refresh } from '../open-emulator.ts';
import { png, pngNote, sampleReport, upload } from '../images.ts';
import { complaintsAbout, fieldNames, fieldsOf } from './described-answers.ts';

/** An image with embedded figures, so that a test can predict the checks. */
const image = png(pngNote(sampleReport));

/** The value of a field right after the upload: the same for all fields of its type, with the document's exceptions. */
function firstOf({ name, type }: ReturnType<typeof fieldsOf>[number]): unknown {
  if (name === 'date' || name === 'created_at') return '2026-05-12T12:00:00';
  if (name === 'aircraft') return 'UNKNOWN';
  return { string: '', nullable: null, boolean: false }[type as string] ?? (type === 'integer' ? 4700 : null);
}

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  const open = (options: EmulatorOptions = {}) => openEmulator({ mode, autoConsent: true, ...options });

  it('both grants return exactly the documented fields of a token response', async () => {
    const emulator = await open();
    const exchanged = await exchange(emulator, { code: await obtainCode(emulator) });
    const renewed = await refresh(emulator, exchanged.json().refresh_token);
    for (const answer of [exchanged, renewed]) {
      expect(answer.statusCode).toBe(200);
      expect(Object.keys(answer.json())).toEqual(fieldNames('TokenResponse'));
      expect(answer.json()).toMatchObject({
        token_type: 'Bearer',
        expires_in: 900,
        scope: 'openid profile flights:read flights:write',
      });
      expect(await complaintsAbout(answer, 'POST /oauth/token', mode)).toEqual([]);
    }
    const used = await upload(emulator, renewed.json().access_token, image);
    expect(used.statusCode).toBe(200);
  });

  it('an upload returns exactly the documented fields in their initial state', async () => {
    const emulator = await open();
    const answer = await upload(emulator, emulator.signIn().access_token, image);
    expect(answer.statusCode).toBe(200);
    const record = answer.json();
    expect(Object.keys(record)).toEqual(fieldNames('FlightRecord'));
    const expected = fieldsOf('FlightRecord').map((row) => [row.name, firstOf(row)]);
    expect(record).toEqual(Object.fromEntries(expected));
    expect(await complaintsAbout(answer, 'POST /api/v1/flights', mode)).toEqual([]);
  });

  it.each([
    [900, {}],
    [2, { accessLifetimeMs: 2000 }],
  ])('an access token expires after expires_in: 900 s, or as configured', async (lifetimeSeconds, options) => {
    const emulator = await open(options);
    const { access_token, expires_in } = (await exchange(emulator, { code: await obtainCode(emulator) })).json();
    expect(expires_in).toBe(lifetimeSeconds);
    await emulator.clock.advance(lifetimeSeconds * 1000 - 1);
    expect((await upload(emulator, access_token, [])).json().detail).toBe('missing_file');
    await emulator.clock.advance(1);
    expect((await upload(emulator, access_token, [])).json().detail).toBe('unauthorized');
  });

  it.each([
    [60_000, {}],
    [5000, { codeLifetimeMs: 5000 }],
  ])('A3: a code expires after 60 s, or as configured', async (lifetimeMs, options) => {
    const emulator = await open(options);
    const [inTime, tooLate] = [await obtainCode(emulator), await obtainCode(emulator)];
    await emulator.clock.advance(lifetimeMs - 1);
    expect((await exchange(emulator, { code: inTime })).statusCode).toBe(200);
    await emulator.clock.advance(1);
    expect((await exchange(emulator, { code: tooLate })).json().error).toBe('invalid_grant');
  });

  it.each([
    [30 * 86_400_000, {}],
    [1000, { refreshLifetimeMs: 1000 }],
  ])('A3: a refresh token expires after 30 days, or as configured', async (lifetimeMs, options) => {
    const emulator = await open(options);
    const [inTime, tooLate] = [emulator.signIn(), emulator.signIn()];
    await emulator.clock.advance(lifetimeMs - 1);
    expect((await refresh(emulator, inTime.refresh_token)).statusCode).toBe(200);
    await emulator.clock.advance(1);
    expect((await refresh(emulator, tooLate.refresh_token)).json().error).toBe('invalid_grant');
  });
});

describe('in extended mode', () => {
  async function readLater(options: EmulatorOptions) {
    const emulator = await openEmulator({ moderationShare: 1, ...options });
    const { access_token } = emulator.signIn();
    await upload(emulator, access_token, image);
    const read = async () => {
      const answer = await get(emulator, '/api/v1/flights/4700', access_token);
      expect(await complaintsAbout(answer, 'GET /api/v1/flights/{id}', 'extended')).toEqual([]);
      return answer.json();
    };
    return { emulator, read, access_token };
  }

  it.each([
    [false, 'number'],
    [true, 'string'],
  ] as const)('A6: nullable fields become numbers, or strings when so configured', async (nullableAsStrings, type) => {
    const { emulator, read } = await readLater({ nullableAsStrings });
    await emulator.clock.advance(80_000);
    const record = await read();
    const nullable = fieldsOf('FlightRecord')
      .filter((field) => field.type === 'nullable')
      .map(({ name }) => name);
    expect(nullable).toHaveLength(7);
    for (const name of nullable) {
      expect(record[name]).toBeTypeOf(type);
      expect(Number.isInteger(Number(record[name]))).toBe(name !== 'rating_contribution');
    }
  });

  it('a page of flights and a profile have the described fields', async () => {
    const { emulator, access_token } = await readLater({});
    const page = await get(emulator, '/api/v1/flights?limit=1', access_token);
    expect(Object.keys(page.json())).toEqual(fieldNames('PageOfFlights'));
    expect(await complaintsAbout(page, 'GET /api/v1/flights', 'extended')).toEqual([]);
    const profile = await get(emulator, '/oauth/userinfo', access_token);
    expect(Object.keys(profile.json())).toEqual(fieldNames('Profile'));
    expect(await complaintsAbout(profile, 'GET /oauth/userinfo', 'extended')).toEqual([]);
  });
});
