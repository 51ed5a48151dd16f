import { request as httpRequest } from 'node:http';
import { ok, type Result } from '../../../../main/contract/failure.ts';
import type { SignIn } from '../../../../main/contract/sign-in.ts';
import {
  createAutoConsentBrowser,
  createTestStore,
  setUpAccount,
  until,
  visit,
  type Setup,
} from '../account-under-test.ts';
import { answers, json, setUpRotatingService } from '../rotating-service.ts';

export const shutBrowser = () => createAutoConsentBrowser(() => Promise.reject(new Error('shut')));

export const ada = { subject: 'pilot-7', name: 'Ada Windsock' };

export const stepOf = ({ account }: Setup) => account.signInState()?.step;

export const titleOf = (page: string) => /<h1>(.*)<\/h1>/.exec(page)?.[1];

/** The address the service would send the browser to, without going there. */
export async function answerOf(address: string | URL) {
  const response = await fetch(address, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

/** One request with full control over method, path and headers. */
export function rawRequest(
  redirect: URL,
  options: { path: string; method?: string; host?: string },
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port: redirect.port,
        path: options.path,
        method: options.method ?? 'GET',
        headers: { host: options.host ?? redirect.host },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

/** A service with faults for each test of a file. */
export function setUpSignIn() {
  const context = setUpRotatingService();

  /** A sign-in that stays at this step. */
  async function standingAt(step: SignIn['step']) {
    const own = { from: 'secret-store', name: 'application-secret/own' } as const;
    let readSecret: (value: Result<string | null>) => void = () => {};
    const secrets = createTestStore(new Map([[own.name, 'own-secret']]));
    const { get } = secrets;
    if (step === 'preparing')
      secrets.get = (name) => (name === own.name ? new Promise((resolve) => (readSecret = resolve)) : get(name));
    if (step === 'exchanging') context.service.nextAnswers.push(answers.silent);
    const isShut = step === 'waiting-for-browser';
    const setup = setUpAccount(context.service.url, {
      secrets,
      profile: { clientSecret: own },
      ...(isShut && { browser: shutBrowser() }),
    });
    if (step === 'storing') context.service.userinfo = () => {};
    const result = setup.account.signIn(step === 'storing' ? ada : null);
    await until(() => stepOf(setup) === step && (step !== 'exchanging' || context.service.tokenCalls().length === 1));
    return {
      ...setup,
      result,
      /** Lets it continue. */
      letGo() {
        secrets.get = get;
        readSecret(ok('own-secret'));
        context.service.userinfo = (response) => json(response, 200, { sub: ada.subject, name: ada.name });
        setup.browser.open = async (address) => {
          setup.browser.opened.push(address);
          void visit(address).then((page) => setup.browser.pages.push(page));
          return ok(null);
        };
      },
    };
  }

  /** Begins a sign-in whose browser stays closed; returns the parts of the address it was to open. */
  async function beginByHand(setup: Setup = setUpAccount(context.service.url, { browser: shutBrowser() })) {
    const result = setup.account.signIn();
    await until(() => setup.browser.opened.length > 0);
    const address = new URL(setup.browser.opened.at(-1) ?? '');
    const redirect = new URL(address.searchParams.get('redirect_uri') ?? '');
    return { ...setup, result, address, redirect, state: address.searchParams.get('state') ?? '' };
  }

  return { context, standingAt, beginByHand };
}
