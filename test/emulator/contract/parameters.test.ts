import { describe, expect, it } from 'vitest';
import { authorizationQuery } from '../../../emulator/oauth/authorize.ts';
import type { Emulator } from '../../../emulator/emulator.ts';
import {
  answerIn,
  authorize,
  basic,
  clientId,
  clientSecret,
  exchange,
  obtainCode,
  openEmulator,
  redirectUri,
  refresh,
} from '../open-emulator.ts';

const outcomeOf = (answer: Awaited<ReturnType<typeof exchange>>) =>
  answer.statusCode === 200 ? 200 : [answer.statusCode, answer.json().error ?? answer.json().detail];

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  const open = () => openEmulator({ mode, autoConsent: true, minGapMs: 0 });
  const withCode = async (emulator: Emulator, change: Parameters<typeof exchange>[1], headers = {}) =>
    outcomeOf(await exchange(emulator, { code: await obtainCode(emulator), ...change }, headers));

  it('requires grant_type to be authorization_code or refresh_token', async () => {
    const emulator = await open();
    expect(await withCode(emulator, { grant_type: 'authorization_code' })).toBe(200);
    expect(outcomeOf(await refresh(emulator, emulator.signIn().refresh_token))).toBe(200);
    expect(await withCode(emulator, { grant_type: 'client_credentials' })).toEqual([400, 'unsupported_grant_type']);
    expect(await withCode(emulator, { grant_type: undefined })).toEqual([400, 'invalid_request']);
  });

  it('client_id identifies the application', async () => {
    const emulator = await open();
    expect(await withCode(emulator, { client_id: clientId })).toBe(200);
    expect(await withCode(emulator, { client_id: 'logbook-reader-demo' })).toEqual([401, 'invalid_client']);
    expect(await withCode(emulator, { client_id: undefined })).toEqual([401, 'invalid_client']);
    // The document requires it in the form, even with Basic (A22).
    const authorization = basic(clientId, clientSecret);
    expect(await withCode(emulator, { client_id: undefined, client_secret: undefined }, { authorization })).toEqual([
      401,
      'invalid_client',
    ]);
  });

  it('requires code, from the redirect, for authorization_code only', async () => {
    const emulator = await open();
    expect(await withCode(emulator, {})).toBe(200);
    expect(await withCode(emulator, { code: undefined })).toEqual([400, 'invalid_request']);
    expect(await withCode(emulator, { code: 'another' })).toEqual([400, 'invalid_grant']);
    expect(outcomeOf(await refresh(emulator, emulator.signIn().refresh_token))).toBe(200);
  });

  it('requires redirect_uri to equal the one of the authorization request', async () => {
    const emulator = await open();
    expect(await withCode(emulator, { redirect_uri: redirectUri })).toBe(200);
    const otherPort = redirectUri.replace('49152', '49153');
    expect(await withCode(emulator, { redirect_uri: otherPort })).toEqual([400, 'invalid_grant']);
    expect(await withCode(emulator, { redirect_uri: undefined })).toEqual([400, 'invalid_request']);
  });

  it('requires refresh_token for the refresh_token grant only', async () => {
    const emulator = await open();
    const { refresh_token } = emulator.signIn();
    expect(outcomeOf(await refresh(emulator, refresh_token))).toBe(200);
    expect(outcomeOf(await refresh(emulator, 'another'))).toEqual([400, 'invalid_grant']);
    expect(outcomeOf(await refresh(emulator, '', { refresh_token: undefined }))).toEqual([400, 'invalid_request']);
  });

  it('an authorization request needs exactly the parameters described as required', async () => {
    const emulator = await open();
    const parameters = Object.entries(authorizationQuery.shape);
    expect(parameters).toHaveLength(8);
    for (const [name, schema] of parameters) {
      const answer = await authorize(emulator, { [name]: undefined });
      const isGranted = answer.statusCode === 303 && answerIn(answer).has('code');
      expect([name, isGranted]).toEqual([name, schema.safeParse(undefined).success]);
    }
  });
});
