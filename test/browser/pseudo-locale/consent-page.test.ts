// The consent page and the error page in pseudo-locales: no text outside the catalogue, nothing cut off.
import { afterAll, expect, test } from 'vitest';
import { closedPage, consentPage, pageMessages } from '../../../emulator/oauth/page.ts';
import { launchBrowser } from '../../support/browser.ts';
import { pseudoCatalogue } from './pseudo-text.ts';
import { lastingFaults } from './text-faults.ts';

const browser = await launchBrowser();
afterAll(() => browser.close());

const messages = pseudoCatalogue(pageMessages);
const pilots = [
  { id: 'demo', name: 'Demo Pilot' },
  { id: 'a-pilot-with-a-long-id', name: 'A pilot with an unusually long name' },
];
const scopes = ['openid', 'profile', 'flights:read', 'flights:write'] as const;
const redirectUri = 'http://127.0.0.1:49152/callback';
const application = {
  clientId: 'companion',
  secretDigest: '',
  name: 'Pilot Companion',
  redirectUris: [redirectUri],
  writeEnabled: true,
  disabledAtMs: null,
};
const request = { application, redirectUri, scopes: [...scopes], challenge: '', loginHint: null, rawState: null };
const reason = 'The request has no redirect_uri.';
const pages = {
  consent: consentPage({ request, pilots, action: '/oauth/authorize', formToken: 'token' }, messages),
  error: closedPage(reason, messages),
};
const data = new Set([...scopes, ...pilots.flatMap(({ id, name }) => [id, name]), reason]);

test.each(Object.entries(pages))('the %s page: every text is from the catalogue and fits', async (_name, html) => {
  const page = await browser.newPage();
  await page.setContent(html);
  const faults: string[] = [];
  for (const width of [1280, 720, 360]) {
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate((dir) => {
        document.documentElement.dir = dir;
      }, direction);
      await page.setViewportSize({ width, height: 800 });
      faults.push(...(await lastingFaults(page, data, { tries: 3 })).map((one) => `${direction} at ${width}: ${one}`));
    }
  }
  await page.close();
  expect(faults).toEqual([]);
});
