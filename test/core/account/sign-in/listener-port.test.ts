// The listener's port: used by another program, reserved, or receiving other requests.
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { failures } from '../../../../main/core/messages/failures.ts';
import { failureOf, setUpAccount, until, valueOf, visit } from '../account-under-test.ts';
import { message } from '../../../../main/messages/message.ts';
import { setUpSignIn, stepOf, answerOf } from './sign-in-under-test.ts';

const { context, standingAt } = setUpSignIn();

test('a fixed port in use by another program is reported, with a link to the settings; once free, it is used', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const { account, browser } = setUpAccount(context.service.url, { profile: { redirectPort: port } });
  const failure = failureOf(await account.signIn());
  expect(failure).toMatchObject({ kind: 'sign-in-broken', requiredAction: 'settings', code: 'EADDRINUSE' });
  expect(failure.message).toEqual(message('failure.loopbackPortInUse', { port }));
  expect(browser.opened).toEqual([]);
  await new Promise((resolve) => other.close(resolve));
  valueOf(await account.signIn());
  expect(new URL(browser.opened[0] ?? '').searchParams.get('redirect_uri')).toContain(`:${port}/`);
});

test('a port reserved by the system is reported as such', () => {
  expect(failures.loopbackUnavailable(80, 'EACCES').message.id).toBe('failure.loopbackPortForbidden');
});

describe('other requests to the port while waiting for the browser', () => {
  async function requestOrigin(headers: Record<string, string>) {
    const setup = await standingAt('waiting-for-browser');
    const answer = await answerOf(setup.browser.opened[0] ?? '');
    const status = await new Promise<number>((resolve, reject) => {
      const sent = httpRequest(answer, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject).end();
    });
    return { ...setup, status, answer };
  }
  const site = { 'sec-fetch-site': 'cross-site' };

  test.each([
    ['an image of a web page', { ...site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a frame in a web page', { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['a script of a web page', { ...site, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['a page that says where it is from', { origin: 'https://elsewhere.example' }],
  ])('%s does not bring an answer', async (_, headers) => {
    const { status, answer, result } = await requestOrigin(headers);
    expect([status, context.service.tokenCalls().length]).toEqual([403, 0]);
    await visit(answer.href);
    expect((await result).ok).toBe(true);
  });

  test('a browser navigation does', async () => {
    const setup = await requestOrigin({ ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' });
    await until(() => stepOf(setup) === 'done');
    // It never fetches its last page.
    await setup.clock.advance(3_000);
    expect([setup.status, (await setup.result).ok]).toEqual([303, true]);
  });
});
