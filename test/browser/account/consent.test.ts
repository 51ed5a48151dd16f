// Rule 31 in a real Chromium: a pilot decides on the consent page, and the answer reaches the application at the
// loopback address.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Page } from 'playwright';
import { createEmulator } from '../../../emulator/emulator.ts';
import { launchBrowser } from '../../support/browser.ts';

const browser = await launchBrowser();
afterAll(() => browser.close());

/** The emulator, and an application that waits for the answer on its own port. */
async function openService() {
  const emulator = await createEmulator({ clock: 'virtual' });
  const { url } = await emulator.start();
  const answers: { url: string; method: string; referer: string | undefined }[] = [];
  const application = createServer((request, response) => {
    answers.push({ url: request.url ?? '', method: request.method ?? '', referer: request.headers.referer });
    response.setHeader('Content-Type', 'text/html').end('<title>Back in the application</title>');
  }).listen(0, '127.0.0.1');
  await once(application, 'listening');
  const { port } = application.address() as AddressInfo;
  const page = await browser.newPage();
  onTestFinished(async () => {
    await page.close();
    application.closeAllConnections();
    application.close();
    await emulator[Symbol.asyncDispose]();
  });
  const address = new URL('/oauth/authorize', url);
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: 'pilot-companion-demo',
    redirect_uri: `http://127.0.0.1:${port}/callback/emulator`,
    scope: 'openid profile flights:read flights:write',
    state: 'from the browser',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }).toString();
  return { emulator, url, address: address.href, page, answers };
}

/** The page's console messages, which include blocked styles, forms and requests. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  return complaints;
}

const parametersOf = (path: string) => Object.fromEntries(new URL(path, 'http://x').searchParams);

describe('rule 31: the consent page in a browser', () => {
  it('redirects an approval to the application, by GET, without a referrer', async () => {
    const { emulator, url, address, page, answers } = await openService();
    const complaints = complaintsOf(page);
    await page.goto(address);
    await page.getByRole('radio', { name: 'Second Pilot' }).check();
    await page.getByRole('checkbox', { name: 'Upload flight reports' }).uncheck();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(/^[^?]*\/callback\/emulator/);

    expect(await page.title()).toBe('Back in the application');
    const arrived = answers.find((answer) => answer.url.startsWith('/callback/emulator'));
    expect(arrived).toMatchObject({ method: 'GET', referer: undefined });
    expect(parametersOf(arrived!.url)).toEqual({
      code: expect.stringMatching(/^ac_/),
      state: 'from the browser',
      iss: url,
    });
    expect(emulator.consents.list().items).toMatchObject([
      { pilot: 'second', scopes: ['openid', 'profile', 'flights:read'] },
    ]);
    expect(complaints).toEqual([]);
  });

  it('sends a valid code when Approve is clicked twice', async () => {
    const { url, address, page, answers } = await openService();
    await page.goto(address);
    await page.getByRole('button', { name: 'Approve' }).dblclick();
    await page.waitForURL(/^[^?]*\/callback\/emulator/);
    const arrived = answers.findLast((answer) => answer.url.startsWith('/callback/emulator'));
    const tokens = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'pilot-companion-demo',
        client_secret: 'demo-secret-for-the-emulator-only',
        code: parametersOf(arrived!.url)['code'] ?? '',
        redirect_uri: new URL(address).searchParams.get('redirect_uri') ?? '',
        code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      }),
    });
    expect(tokens.status).toBe(200);
  });

  it('accepts another decision after going back', async () => {
    const { address, page, answers } = await openService();
    await page.goto(address);
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL(/^[^?]*\/callback\/emulator/);
    await page.goBack();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(/^[^?]*\/callback\/emulator\?code=/);
    expect(answers.findLast((answer) => answer.url.startsWith('/callback/emulator'))?.url).toContain('code=ac_');
  });

  it('works by keyboard alone', async () => {
    const { emulator, address, page } = await openService();
    await page.goto(address);
    // Four scopes, the pilots as one stop, refuse, approve.
    for (let stop = 0; stop < 5; stop += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    for (let stop = 0; stop < 2; stop += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/^[^?]*\/callback\/emulator/);
    expect(emulator.consents.list().items).toMatchObject([{ pilot: 'second' }]);
  });

  it('cannot be framed', async () => {
    const { address, page, answers } = await openService();
    const host = createServer((_request, response) => {
      response
        .setHeader('Content-Type', 'text/html')
        .end(`<iframe src="${address.replaceAll('&', '&amp;')}"></iframe>`);
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
    onTestFinished(() => {
      host.closeAllConnections();
      host.close();
    });
    const complaints = complaintsOf(page);
    await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
    await expect.poll(() => complaints.join()).toMatch(/frame/i);
    expect(await page.frames()[1]?.locator('form').count()).toBe(0);
    expect(answers).toEqual([]);
  });

  it('rejects a decision from a form on another site', async () => {
    const { emulator, address, page } = await openService();
    await page.goto(address);
    const token = await page.locator('[name=form_token]').inputValue();
    const host = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end(
        `<form method="post" action="${address.replaceAll('&', '&amp;')}"><input name="form_token" value="${token}">
         <input name="decision" value="approve"><input name="pilot" value="demo"><input name="scope" value="openid"><button>Win</button></form>`,
      );
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
    onTestFinished(() => {
      host.closeAllConnections();
      host.close();
    });
    await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`);
    await page.getByRole('button', { name: 'Win' }).click();
    await page.getByRole('heading', { name: 'There’s nothing to approve' }).waitFor();
    expect(emulator.consents.list().items).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('has no axe violation in the %s theme', async (colorScheme) => {
    const { address } = await openService();
    const context = await browser.newContext({ colorScheme });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(address);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.goto(address.replace('pilot-companion-demo', 'nobody'));
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });
});
