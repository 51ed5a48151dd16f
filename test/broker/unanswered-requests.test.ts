import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { configurationFor, runBroker } from './running.ts';
import { bodyOf, serviceThat } from './service-answers.ts';

describe('a request that the service did not answer', () => {
  test('gets 503 if nothing was sent, so that it may be repeated', async () => {
    await using gone = await serviceThat(() => undefined);
    const { url } = gone;
    await gone[Symbol.asyncDispose]();
    await using broker = await runBroker(configurationFor(url));
    const answer = await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  });

  test.each(['EHOSTUNREACH', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'])(
    'gets 504 if an open connection ends with %s, as the service may have got all of it',
    async (code) => {
      let connection: Socket | undefined;
      let cut = () => {};
      await using service = await serviceThat(() => cut());
      const { port } = new URL(service.url);
      const onConnected = (message: unknown) => {
        const { connectParams, socket } = message as { connectParams: { port: string }; socket: Socket };
        if (connectParams.port === port) connection = socket;
      };
      subscribe('undici:client:connected', onConnected);
      onTestFinished(() => void unsubscribe('undici:client:connected', onConnected));
      cut = () => void connection?.destroy(Object.assign(new Error(code), { code }));
      await using broker = await runBroker(configurationFor(service.url));
      expect((await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' })).status).toBe(504);
      expect(service.forms).toHaveLength(1);
    },
  );

  test.each([
    ['breaks off', ((_request, response) => void response.destroy()) satisfies RequestListener],
    ['answers with a page', ((_request, response) => void response.end('<html>')) satisfies RequestListener],
    ['answers with a list', ((_request, response) => void response.end('[]')) satisfies RequestListener],
    [
      'answers with a redirect',
      ((_request, response) => void response.writeHead(302, { location: '/' }).end('{}')) satisfies RequestListener,
    ],
    [
      'answers without an end',
      ((_request, response) => void response.end('{"a":"'.padEnd(100_000, 'a'))) satisfies RequestListener,
    ],
  ])('gets 504 and is sent once if the service %s', async (_name, answers) => {
    await using service = await serviceThat(answers);
    await using broker = await runBroker(configurationFor(service.url));
    const answer = await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' });
    expect([answer.status, (await bodyOf(answer))['error']]).toEqual([504, 'temporarily_unavailable']);
    expect(service.forms).toHaveLength(1);
  });

  test.each([
    [400, 504],
    [401, 504],
    [403, 504],
    [404, 504],
    [429, 429],
    [500, 504],
    [503, 504],
  ])('that is answered with a page and %i gets %i', async (status, expected) => {
    await using service = await serviceThat((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html', 'retry-after': '60' }).end('<h1>Back soon</h1>');
    });
    await using broker = await runBroker(configurationFor(service.url));
    const answer = await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' });
    const { error } = await bodyOf(answer);
    const retryAfter = expected === 429 ? '60' : null;
    const seen = [answer.status, answer.headers.get('retry-after'), error];
    expect(seen).toEqual([expected, retryAfter, 'temporarily_unavailable']);
    expect(service.forms).toHaveLength(1);
  });

  test.each([403, 404, 500, 503])('gets 504 for undocumented JSON with %i', async (status) => {
    const body = '{"error":"temporarily_unavailable"}';
    await using service = await serviceThat((_request, response) => void response.writeHead(status).end(body));
    await using broker = await runBroker(configurationFor(service.url));
    expect((await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' })).status).toBe(504);
  });
});
