// The emulator's rules for every request to its token endpoint, by number: the content of an answer, and a disabled
// application (A17, A20). Codes, refreshes and secrets have separate files here.
import { describe, expect, it } from 'vitest';
import {
  basic,
  clientId,
  clientSecret,
  exchange,
  obtainCode,
  openEmulator,
  postForm,
  refresh,
} from '../open-emulator.ts';
import { provocations } from '../contract/provocations.ts';

const open = () => openEmulator({ autoConsent: true });

it.each([
  ['a wrong secret', basic(clientId, 'wrong')],
  ['an unknown id', basic('nobody', clientSecret)],
  ['no colon', `Basic ${Buffer.from('nothing').toString('base64')}`],
  ['no base64', 'Basic %%%'],
  ['another scheme', 'Bearer abc'],
])('rule 17: Basic with %s returns 401 invalid_client with a Basic challenge', async (_name, authorization) => {
  const answer = await exchange(await open(), { code: 'x', client_secret: undefined }, { authorization });
  expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client']);
  expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/);
});

it.each([
  ['a wrong secret', { client_secret: 'wrong' }],
  ['no secret', { client_secret: undefined }],
  ['a wrong id', { client_id: 'nobody' }],
  ['no id', { client_id: undefined }],
])('the form with %s returns 401 invalid_client without a challenge', async (_name, change) => {
  const answer = await exchange(await open(), { code: 'x', ...change });
  expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client']);
  expect(answer.json().error_description).toBeTypeOf('string');
  expect(answer.headers['www-authenticate']).toBeUndefined();
});

describe('rule 19: every response of the token endpoint is JSON and is not cached', () => {
  const headersOf = ({ headers }: Awaited<ReturnType<typeof postForm>>) => [
    headers['cache-control'],
    headers['pragma'],
    headers['content-type'],
  ];
  const expected = ['no-store', 'no-cache', expect.stringMatching(/^application\/json\b/)];

  it('with tokens, for either grant', async () => {
    const emulator = await open();
    const exchanged = await exchange(emulator, { code: await obtainCode(emulator) });
    expect(headersOf(exchanged)).toEqual(expected);
    expect(headersOf(await refresh(emulator, exchanged.json().refresh_token))).toEqual(expected);
  });

  it.each(provocations.filter(({ at }) => at === 'POST /oauth/token').map((each) => [each.way, each.ask] as const))(
    'with an error, for %s',
    async (_way, ask) => {
      expect(headersOf(await ask('strict'))).toEqual(expected);
    },
  );

  it('for another method and an unreadable form', async () => {
    const emulator = await open();
    expect(headersOf(await emulator.inject('/oauth/token'))).toEqual(expected);
    expect(headersOf(await postForm(emulator, 'x'.repeat(70_000)))).toEqual(expected);
  });
});

describe('A17: a disabled application', () => {
  it('returns 401 with a code of another application', async () => {
    const emulator = await open();
    const code = await obtainCode(emulator, { client_id: 'logbook-reader-demo' });
    emulator.applications.update(clientId, { disabled: true });
    const answer = await exchange(emulator, { code });
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client']);
  });

  it('works again once enabled', async () => {
    const emulator = await open();
    const code = await obtainCode(emulator);
    emulator.applications.update(clientId, { disabled: true });
    emulator.applications.update(clientId, { disabled: false });
    expect((await exchange(emulator, { code })).statusCode).toBe(200);
  });
});
