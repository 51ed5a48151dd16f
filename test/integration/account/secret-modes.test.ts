// Where the application's secret is (rule 33), as the token endpoint sees it: three modes behind one interface.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readApplicationSecret } from '../../../main/core/account/oauth/oauth-client.ts';
import { emulatorProfile, type SecretSource } from '../../../main/core/service/profile.ts';
import { createTestStore, failureOf, setUpAccount, until, valueOf } from '../../core/account/account-under-test.ts';
import {
  answers,
  beforeWork,
  startRotatingService,
  type RotatingService,
} from '../../core/account/rotating-service.ts';

let service: RotatingService;
let broker: RotatingService;

beforeEach(async () => {
  service = await startRotatingService();
  broker = await startRotatingService();
});
afterEach(async () => {
  await service.close();
  await broker.close();
});

const own = { from: 'secret-store', name: 'application-secret/own' } as const;

describe('with a broker', () => {
  /** The broker of this fake issues tokens for codes of the service's page: both are one server. */
  const byBroker = () => ({ clientSecret: { from: 'broker', address: broker.url } }) as const;

  test('rule 33: token requests go to the broker without a secret, the consent page is the service’s own', async () => {
    broker.nextAnswers.push(beforeWork(answers.body(400, { error: 'invalid_grant' })));
    const { account, browser, secrets } = setUpAccount(service.url, { profile: byBroker() });
    secrets.values.set(own.name, 'own-secret');
    failureOf(await account.signIn());
    expect(new URL(browser.opened[0]!).origin).toBe(service.url);
    expect(service.tokenCalls()).toEqual([]);
    const [call] = broker.tokenCalls();
    expect([...call!.form.keys()].toSorted()).toEqual([
      'client_id',
      'code',
      'code_verifier',
      'grant_type',
      'redirect_uri',
    ]);
    expect(call!.headers.authorization).toBeUndefined();
    expect(JSON.stringify(broker.seen)).not.toContain('own-secret');
  });

  test.each([
    ['503: nothing was sent', 503, 0],
    ['504: it may have been carried out', 504, 1],
  ])('its %s, and what that means for the refresh token', async (_words, status, outcomeUnknown) => {
    // One server is the service and its broker.
    const setup = setUpAccount(broker.url, { profile: byBroker() });
    await setup.account.start();
    valueOf(await setup.account.signIn());
    broker.nextAnswers.push(beforeWork(answers.body(status, { error: 'temporarily_unavailable' })));
    await setup.clock.advance(600_000);
    await until(() => broker.tokenCalls().length === 2);
    await until(() => storedTokens(setup.secrets.values)['refreshesUnconfirmed'] === outcomeUnknown);
    expect(setup.account.state().status).toBe('signed-in');
  });

  test('that serves another application is reported with a message about the broker', async () => {
    broker.nextAnswers.push(beforeWork(answers.body(401, { error: 'invalid_client' })));
    const { account } = setUpAccount(service.url, { profile: byBroker() });
    expect(failureOf(await account.signIn())).toMatchObject({
      kind: 'application-refused',
      requiredAction: 'settings',
      message: { params: { mode: 'broker' } },
    });
  });

  test('that does not answer is named, not the service', async () => {
    const { url } = broker;
    await broker.close();
    const { account } = setUpAccount(service.url, { profile: { clientSecret: { from: 'broker', address: url } } });
    expect(failureOf(await account.signIn()).message.params).toMatchObject({ service: new URL(url).host });
    broker = await startRotatingService();
  });
});

describe('rule 33: the secret is read by its mode', () => {
  const profile = emulatorProfile('emulator', 'http://127.0.0.1:10');
  const read = (clientSecret: SecretSource, values = new Map<string, string>()) =>
    readApplicationSecret({ ...profile, clientSecret }, createTestStore(values));

  test("an emulator’s is public, the pilot's own is in the secret store, a broker’s is never here", async () => {
    expect(valueOf(await read({ from: 'given', value: 'public' }))).toBe('public');
    expect(valueOf(await read(own, new Map([[own.name, 'mine']])))).toBe('mine');
    expect(valueOf(await read({ from: 'broker', address: 'https://broker.example' }))).toBeNull();
  });
});

const storedTokens = (values: ReadonlyMap<string, string>) => {
  const text = [...values].find(([name]) => name.startsWith('tokens/'))?.[1] ?? '{}';
  return JSON.parse(text) as Record<string, unknown>;
};
