// Many simultaneous uses of something that is valid once: a refresh token, a code, the wait between two uploads. Over
// real connections, with random chunking and delays. Each race returns null or an error message.

import { clientId, clientSecret, redirectUri, verifier } from '../../open-emulator.ts';
import { anyPng, boundary, multipart, report } from '../../images.ts';
import type { Chance } from '../../../support/chance.ts';
import { converse } from '../answers/conversation.ts';
import { bytesOf, draft, render } from '../cases/draft.ts';
import type { Draft } from '../cases/draft.ts';
import type { Secrets } from '../cases/fuzz-case.ts';
import { readAnswers } from '../answers/http-framing.ts';
import type { ReadAnswer } from '../answers/http-framing.ts';

export type Race = (port: number, secrets: Secrets, runners: number, chance: Chance) => Promise<string | null>;

const boundMs = 10_000;

const tokenRequest = (form: Record<string, string>): Draft =>
  draft('POST', '/oauth/token', {
    headers: [
      ['Host', 'x'],
      ['Content-Type', 'application/x-www-form-urlencoded'],
    ],
    body: bytesOf(new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }).toString()),
  });

async function ask(port: number, one: Draft, chance: Chance): Promise<ReadAnswer | undefined> {
  const bytes = render(one);
  const cut = chance.int(1, bytes.length - 1);
  const { bytes: received } = await converse({
    port,
    writes: chance.is(0.5) ? [bytes] : [bytes.subarray(0, cut), bytes.subarray(cut)],
    pauseMs: chance.int(0, 10),
    isEnough: (soFar) => readAnswers(soFar, [one.method]).whole.length > 0,
    boundMs,
  });
  return readAnswers(received, [one.method]).whole[0];
}

async function askAll(port: number, one: Draft, runners: number, chance: Chance) {
  const answers = await Promise.all(Array.from({ length: runners }, () => ask(port, one, chance)));
  return {
    winners: answers.filter((answer) => answer?.status === 200),
    losers: answers.filter((answer) => answer?.status !== 200),
  };
}

const textOf = (answer: ReadAnswer | undefined): string =>
  answer === undefined ? 'nothing' : `${answer.status} ${answer.body.toString()}`;

/** One succeeds, the others are rejected, and the new token is worthless: the consent is revoked. */
async function raceForTokens(port: number, one: Draft, runners: number, chance: Chance): Promise<string | null> {
  const { winners, losers } = await askAll(port, one, runners, chance);
  if (winners.length !== 1) return `${winners.length} of ${runners} were given tokens`;
  const wrong = losers.find((answer) => !/^400 .*"invalid_grant"/.test(textOf(answer)));
  if (losers.length > 0 && wrong !== undefined) return `one that lost was answered with ${textOf(wrong)}`;
  const won = JSON.parse(winners[0]!.body.toString()) as Record<'access_token' | 'refresh_token', string>;
  const reading = draft('GET', '/oauth/userinfo', {
    headers: [
      ['Host', 'x'],
      ['Authorization', `Bearer ${won.access_token}`],
    ],
  });
  const read = await ask(port, reading, chance);
  if (read?.status !== (runners === 1 ? 200 : 401))
    return `the access token that was won is answered with ${textOf(read)}`;
  if (runners === 1) return null;
  const renewal = tokenRequest({ grant_type: 'refresh_token', refresh_token: won.refresh_token });
  const renewed = await ask(port, renewal, chance);
  return renewed?.status === 400 ? null : `the refresh token that was won is answered with ${textOf(renewed)}`;
}

export const raceRefreshes: Race = (port, { refreshToken }, runners, chance) =>
  raceForTokens(port, tokenRequest({ grant_type: 'refresh_token', refresh_token: refreshToken }), runners, chance);

export const raceExchanges: Race = (port, { code }, runners, chance) =>
  raceForTokens(
    port,
    tokenRequest({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }),
    runners,
    chance,
  );

export const raceUploads: Race = async (port, { accessToken }, runners, chance) => {
  const upload = draft('POST', '/api/v1/flights', {
    headers: [
      ['Host', 'x'],
      ['Authorization', `Bearer ${accessToken}`],
      ['Content-Type', `multipart/form-data; boundary=${boundary}`],
    ],
    body: multipart([report(anyPng(chance.int(0, 1e6)))]),
  });
  const { winners, losers } = await askAll(port, upload, runners, chance);
  if (winners.length !== 1) return `${winners.length} of ${runners} uploads were taken`;
  const wrong = losers.find((answer) => textOf(answer) !== '429 {"detail":"too_fast"}');
  return losers.length > 0 && wrong !== undefined ? `one that lost was answered with ${textOf(wrong)}` : null;
};
