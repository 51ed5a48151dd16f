// The emulator's rules for every request to its token endpoint, by number: the content of an answer, and a disabled
// application (A17, A20). Codes, refreshes and secrets have separate files here.
import { describe, expect, it } from 'vitest';
import {
  basic,
  challenge,
  clientId,
  clientSecret,
  exchange,
  isTaken,
  obtainCode,
  openEmulator,
  postForm,
  refresh,
} from '../open-emulator.ts';
import { provocations } from '../contract/provocations.ts';
import { fc } from '../../support/fast-check.ts';
import { digestOf } from '../../../emulator/http/digest.ts';
import { matchesChallenge } from '../../../emulator/oauth/parameters.ts';

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

it('a wrong secret in the form returns 401 invalid_client without a challenge', async () => {
  const answer = await exchange(await open(), { code: 'x', client_secret: 'wrong' });
  expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client']);
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
});

describe('rule 22: rotation', () => {
  it.each([
    ['strict', undefined, 'is ignored'],
    ['strict', true, 'is read'],
    ['extended', undefined, 'is read'],
    ['extended', false, 'is ignored'],
  ] as const)('A24: in %s mode with refreshScope %s, scope %s', async (mode, refreshScope, what) => {
    const emulator = await openEmulator({ mode, ...(refreshScope !== undefined && { refreshScope }) });
    const { refresh_token } = emulator.signIn({ scopes: ['openid', 'flights:read'] });
    const wider = await refresh(emulator, refresh_token, { scope: 'openid flights:write' });
    expect([wider.statusCode, wider.json().scope ?? wider.json().error]).toEqual(
      what === 'is read' ? [400, 'invalid_scope'] : [200, 'openid flights:read'],
    );
    const other = emulator.signIn({ scopes: ['openid', 'flights:read'] }).refresh_token;
    const twice = `grant_type=refresh_token&client_id=${clientId}&client_secret=${clientSecret}&refresh_token=${other}&scope=openid&scope=openid`;
    expect((await postForm(emulator, twice)).statusCode).toBe(what === 'is read' ? 400 : 200);
  });
});

describe('rule 9: a verifier has 43 to 128 unreserved characters', () => {
  const unreserved = fc.constantFrom(...'abcxyzABCXYZ0189-._~'.split(''));

  it('matches its own challenge and no other', () => {
    const verifiers = fc.string({ unit: unreserved, minLength: 43, maxLength: 128 });
    fc.assert(
      fc.property(verifiers, verifiers, (one, other) => {
        expect(matchesChallenge(one, digestOf(one))).toBe(true);
        expect(matchesChallenge(other, digestOf(one))).toBe(one === other);
      }),
    );
  });

  it.each(['a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(42)} `, `${'a'.repeat(42)}ä`, ''])(
    'refuses an invalid verifier whose digest is the challenge: “%s”',
    async (wrong) => {
      const emulator = await open();
      const code = await obtainCode(emulator, { code_challenge: digestOf(wrong) });
      expect((await exchange(emulator, { code, code_verifier: wrong })).json().error).toBe('invalid_grant');
    },
  );
});

describe('rule 10: the verifier cannot be bypassed', () => {
  it.each([
    ['a wrong verifier', 'x'.repeat(43)],
    ['a short one', 'short'],
    ['none', undefined],
    ['an empty one', ''],
    ['the challenge itself, as if its method were plain,', challenge],
  ])('%s returns invalid_grant and leaves the code valid', async (_name, wrong) => {
    const emulator = await open();
    const code = await obtainCode(emulator);
    const answer = await exchange(emulator, { code, code_verifier: wrong });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_grant']);
    expect((await exchange(emulator, { code })).statusCode).toBe(200);
  });
});

describe('rule 11: a code is valid once, for one application and redirect URI, for a short time', () => {
  it.each([
    ['strict', undefined, 'changes nothing'],
    ['strict', true, 'revokes what it had issued'],
    ['extended', undefined, 'changes nothing'],
    ['extended', true, 'revokes what it had issued'],
  ] as const)('A23: in %s mode with codeReplayRevokes %s, a used code %s', async (mode, codeReplayRevokes, what) => {
    const options = { mode, autoConsent: true, ...(codeReplayRevokes !== undefined && { codeReplayRevokes }) };
    const again = { 'once more': {}, 'with a wrong verifier': { code_verifier: 'x'.repeat(43) } };
    for (const [way, change] of Object.entries(again)) {
      const emulator = await openEmulator(options);
      const code = await obtainCode(emulator);
      const { refresh_token } = (await exchange(emulator, { code })).json();
      const before = emulator.state.export();
      const replay = await exchange(emulator, { code, ...change });
      expect([way, replay.statusCode, replay.json().error]).toEqual([way, 400, 'invalid_grant']);
      expect(emulator.state.export() === before).toBe(what === 'changes nothing');
      expect((await refresh(emulator, refresh_token)).statusCode).toBe(what === 'changes nothing' ? 200 : 400);
    }
  });

  it('ignores a used code hours after it expired, in strict mode', async () => {
    const emulator = await openEmulator({ mode: 'strict', autoConsent: true });
    const code = await obtainCode(emulator);
    const { refresh_token } = (await exchange(emulator, { code })).json();
    await emulator.clock.advance(5 * 3_600_000);
    expect((await exchange(emulator, { code })).json().error).toBe('invalid_grant');
    expect((await refresh(emulator, refresh_token)).statusCode).toBe(200);
  });

  it('refuses it to another application without using it up', async () => {
    const emulator = await open();
    const code = await obtainCode(emulator);
    const other = { client_id: 'logbook-reader-demo', client_secret: 'reader-secret-for-the-emulator-only' };
    expect((await exchange(emulator, { code, ...other })).json().error).toBe('invalid_grant');
    const { access_token } = (await exchange(emulator, { code })).json();
    await exchange(emulator, { code, ...other });
    expect(await isTaken(emulator, access_token)).toBe(true);
  });
});
