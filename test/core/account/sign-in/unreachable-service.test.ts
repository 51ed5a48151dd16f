// Before opening the browser, the app checks whether anything answers at the service's address.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { message } from '../../../../main/messages/message.ts';
import { failureOf, setUpAccount, until, valueOf } from '../account-under-test.ts';
import { startRotatingService, type RotatingService } from '../rotating-service.ts';

let service: RotatingService;
beforeEach(async () => {
  service = await startRotatingService();
  onTestFinished(() => service.close());
});

test('an address where nothing listens is reported, and no browser is opened', async () => {
  await service.close();
  const { account, browser } = setUpAccount(service.url);
  expect(failureOf(await account.signIn())).toMatchObject({
    kind: 'service-unreachable',
    message: message('failure.nothingAnswers', { address: service.url }),
    requiredAction: 'sign-in',
    code: 'ECONNREFUSED',
  });
  expect(account.signInState()).toMatchObject({ step: 'failed' });
  expect(browser.opened).toEqual([]);
});

test('an address that does not answer within five seconds is unreachable', async () => {
  let asked = 0;
  const silent = createServer(() => (asked += 1));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void (silent.closeAllConnections(), silent.close()));
  const { port } = silent.address() as AddressInfo;
  const { account, browser, clock } = setUpAccount(`http://127.0.0.1:${port}`);
  const result = account.signIn();
  await until(() => asked === 1);
  await clock.advance(4_999);
  expect(account.signInState()).toMatchObject({ step: 'preparing' });
  await clock.advance(1);
  expect(failureOf(await result).message.id).toBe('failure.nothingAnswers');
  expect(browser.opened).toEqual([]);
});

test('any answer is enough: even an undocumented one opens the browser', async () => {
  const { account, browser } = setUpAccount(service.url);
  valueOf(await account.signIn());
  expect(service.seen.filter(({ url }) => url.pathname === '/')).toHaveLength(1);
  expect(browser.opened).toHaveLength(1);
});
