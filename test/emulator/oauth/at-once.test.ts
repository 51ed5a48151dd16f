// One token or code used by many at the same time, each over its own connection: what is atomic in a single thread must
// stay so when requests arrive in chunks and in any order.

import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../emulator/emulator.ts';
import { clientId, clientSecret, obtainCode, openEmulator, redirectUri, refresh, verifier } from '../open-emulator.ts';
import { upload } from '../images.ts';

const many = 50;
const seeds = [1, 20260512, 987654321];

type TokenAnswer = { status: number; body: { error?: string; access_token?: string; refresh_token?: string } };

/** The same form over many connections: all heads and halves first, then the rest, in an order drawn from the seed. */
async function sendAtOnce(emulator: Emulator, fields: Record<string, string>, seed: number): Promise<TokenAnswer[]> {
  const { url } = await emulator.start();
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields }).toString();
  const head = [
    'POST /oauth/token HTTP/1.1',
    `Host: ${new URL(url).host}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  const request = `${head.join('\r\n')}\r\n\r\n${body}`;
  const port = Number(new URL(url).port);
  const sockets: Socket[] = await Promise.all(
    Array.from({ length: many }, async () => {
      const socket = connect({ port, host: '127.0.0.1' });
      await once(socket, 'connect');
      return socket;
    }),
  );
  const [order, cuts] = fc.sample(
    fc.tuple(
      fc.shuffledSubarray([...sockets.keys()], { minLength: many }),
      fc.array(fc.integer({ min: 1, max: request.length - 1 }), { minLength: many, maxLength: many }),
    ),
    { numRuns: 1, seed },
  )[0]!;
  const answers = Promise.all(sockets.map((socket) => text(socket)));
  for (const [index, socket] of sockets.entries()) socket.write(request.slice(0, cuts[index]));
  for (const index of order) sockets[index]?.write(request.slice(cuts[index]));
  return (await answers).map((answer) => {
    const [answerHead = '', json = ''] = answer.split('\r\n\r\n');
    return { status: Number(answerHead.split(' ')[1]), body: JSON.parse(json) };
  });
}

/** The body of the only success; all others are refused as documented. */
function onlyWinnerOf(answers: readonly TokenAnswer[]) {
  const [winner, ...others] = answers.toSorted((one, other) => one.status - other.status);
  expect([winner?.status, others]).toEqual([200, others.map(() => expect.objectContaining({ status: 400 }))]);
  expect(others.filter(({ body }) => body.error !== 'invalid_grant')).toEqual([]);
  return winner!.body;
}

const isRevoked = async (emulator: Emulator, accessToken: string | undefined) =>
  (await upload(emulator, accessToken ?? '', [])).json().detail === 'unauthorized';

describe.each(seeds)('in the order of seed %i', (seed) => {
  it('rule 22: of 50 concurrent refreshes with one token exactly one succeeds, then the whole consent is revoked', async () => {
    const emulator = await openEmulator({ mode: 'strict' });
    const first = emulator.signIn();
    const bystander = emulator.signIn();
    const fields = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
    const won = onlyWinnerOf(await sendAtOnce(emulator, fields, seed));
    expect(await isRevoked(emulator, first.access_token)).toBe(true);
    expect(await isRevoked(emulator, won.access_token)).toBe(true);
    expect((await refresh(emulator, won.refresh_token ?? '')).json().error).toBe('invalid_grant');
    expect(await isRevoked(emulator, bystander.access_token)).toBe(false);
  });

  it('rule 11: of 50 concurrent exchanges of one code exactly one succeeds, and its tokens are revoked', async () => {
    const emulator = await openEmulator({ mode: 'strict', autoConsent: true, codeReplayRevokes: true });
    const fields = {
      grant_type: 'authorization_code',
      code: await obtainCode(emulator),
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
    const won = onlyWinnerOf(await sendAtOnce(emulator, fields, seed));
    expect(await isRevoked(emulator, won.access_token)).toBe(true);
    expect((await refresh(emulator, won.refresh_token ?? '')).json().error).toBe('invalid_grant');
  });
});

it('rule 22: no refresh returns a scope that the pilot did not grant', async () => {
  const all = ['openid', 'profile', 'flights:read', 'flights:write'];
  const scopes = fc.subarray(all, { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(scopes, fc.array(fc.option(scopes), { maxLength: 6 }), async (granted, asked) => {
      const emulator = await openEmulator();
      let { refresh_token } = emulator.signIn({ scopes: granted });
      for (const wanted of asked) {
        const answer = await refresh(emulator, refresh_token, wanted === null ? {} : { scope: wanted.join(' ') });
        const isWithin = wanted === null || wanted.every((scope) => granted.includes(scope));
        expect(answer.json()).toMatchObject(
          isWithin ? { scope: (wanted ?? granted).join(' ') } : { error: 'invalid_scope' },
        );
        if (isWithin) ({ refresh_token } = answer.json());
      }
    }),
    { numRuns: 30 },
  );
});
