// The screens of the emulator's console, each in a state that shows as much as possible.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import type { Emulator } from '../../../emulator/emulator.ts';
import { samples } from '../../../emulator/samples/sample-files.ts';

/** A state of the console, and the steps that lead to it. */
export type ConsoleScreen = {
  readonly hasNoToken?: boolean;
  /** Before the page is opened. */
  readonly given?: (emulator: Emulator) => void | Promise<void>;
  readonly prepare: (page: Page, emulator: Emulator) => Promise<void>;
};

const open = async (page: Page, view: string, shown: string) => {
  await page.locator(`.nav a[href="#${view}"]`).click();
  await page.locator(shown).first().waitFor();
};

async function upload(emulator: Emulator, token: string): Promise<void> {
  const [sample] = samples;
  const body = new FormData();
  body.set('report', new File([await readFile(sample!.path)], sample!.name));
  const headers = { authorization: `Bearer ${token}` };
  await fetch(`${emulator.url}/api/v1/flights`, { method: 'POST', body, headers });
}

/** An upload, a list, an error with a hint, and a dropped response. */
async function sendRequests(emulator: Emulator): Promise<void> {
  const { access_token } = emulator.signIn();
  await upload(emulator, access_token);
  await fetch(`${emulator.url}/api/v1/flights`, { headers: { authorization: `Bearer ${access_token}` } });
  await fetch(`${emulator.url}/oauth/authorize?client_id=pilot-companion-dem`);
  emulator.faults.add({ match: { path: '/lost' }, effect: { type: 'drop', when: 'after' } });
  await fetch(`${emulator.url}/lost`).catch(() => null);
}

function addFlights(emulator: Emulator): void {
  emulator.flights.add({ count: 2 });
  emulator.flights.add({ count: 1, automatedChecked: true, needsModerator: true });
  emulator.flights.add({ count: 1, automatedChecked: true, needsModerator: false });
  emulator.flights.add({ count: 1, isArchived: true });
}

export const consoleScreens: Readonly<Record<string, ConsoleScreen>> = {
  'the token form': {
    hasNoToken: true,
    async prepare(page) {
      await page.locator('.main-button').waitFor();
    },
  },
  'no requests, and new tokens': {
    async prepare(page) {
      await page.locator('.token-maker .button').first().click();
      await page.locator('.made').waitFor();
    },
  },
  'a request with a fault': {
    given: async (emulator) => {
      emulator.faults.add({
        match: { method: 'POST', path: '/api/v1/flights', pilot: 'demo', clientId: 'pilot-companion-demo' },
        skip: 3,
        probability: 0.5,
        effect: { type: 'throttle', bytesPerSecond: 50 },
      });
      emulator.faults.add({
        match: { grantType: 'refresh_token' },
        effect: { type: 'latency', ms: { list: [250, 3000] } },
      });
      emulator.faults.add({ match: { path: '/none' }, times: 1, effect: { type: 'cut', afterBytes: 20 } });
      await fetch(`${emulator.url}/none`).then((response) => response.text().catch(() => ''));
      await sendRequests(emulator);
    },
    async prepare(page) {
      await page.locator('.row.item').first().click();
      await page.locator('.message').first().waitFor();
    },
  },
  'the requests': {
    given: sendRequests,
    async prepare(page) {
      await page.locator('.row.item').first().waitFor();
    },
  },
  'a fault with errors': {
    async prepare(page) {
      await page.locator('.fault-presets .button:last-child').click();
      const form = page.locator('dialog form');
      await form.locator('select').first().selectOption('done-then');
      for (const [at, text] of ['x', 'x', '/upload', 'x', '0', '2'].entries())
        await form.locator('input').nth(at).fill(text);
      await form.locator('textarea').last().fill('none');
      await form.locator('.main-button').click();
      await page.locator('dialog .invalid').first().waitFor();
    },
  },
  'the flights, with a moderation': {
    given: async (emulator) => {
      await upload(emulator, emulator.signIn().access_token);
      addFlights(emulator);
    },
    async prepare(page) {
      await open(page, 'flights', '.row.item');
      await page.locator('.row.hint').first().click();
      await page.locator('.figures input').first().fill('2026-05-01');
      await page.locator('.figures .main-button').waitFor();
    },
  },
  'no flights': { prepare: (page) => open(page, 'flights', '.empty') },
  'new flights': {
    async prepare(page) {
      await open(page, 'flights', '.empty');
      await page.locator('.tools .button').click();
      await page.locator('dialog').waitFor();
    },
  },
  'the people': {
    given(emulator) {
      emulator.signIn();
      const { items } = emulator.consents.list();
      emulator.signIn({ pilot: 'second' });
      emulator.consents.revoke(items[0]!.id);
      emulator.applications.update('pilot-companion-demo', { disabled: true, writeEnabled: false });
    },
    async prepare(page) {
      await open(page, 'people', '.token-left');
      await page.locator('.row.item').first().click();
      await page.locator('.detail .form').first().waitFor();
    },
  },
  'a new application': {
    async prepare(page) {
      await open(page, 'people', '.row.item');
      await page.locator('.tools .button').first().click();
      await page.locator('dialog input').first().fill('tracker');
      await page.locator('dialog .main-button').click();
      await page.locator('dialog .body').waitFor();
    },
  },
  'the limits': {
    given: sendRequests,
    async prepare(page) {
      await open(page, 'people', '.gauge');
    },
  },
  'a consent and its tokens': {
    given: (emulator) => void emulator.signIn(),
    async prepare(page) {
      await open(page, 'people', '.token-left');
      await page.locator('.row.item:has(.token-left) .who').click();
      await page.locator('.token').first().waitFor();
    },
  },
  'nobody signed in': { prepare: (page) => open(page, 'people', '.row.item') },
  'a running scenario': {
    async prepare(page) {
      await open(page, 'scenario', '.row.item');
      await page.locator('.row.item').first().click();
      await page.locator('.detail .main-button').click();
      await page.locator('.scenario-steps li').first().waitFor();
    },
  },
  'a scenario to run': {
    async prepare(page) {
      await open(page, 'scenario', '.row.item');
      await page.locator('.row.item').first().click();
      await page.locator('.detail .main-button').waitFor();
    },
  },
  'a call with its response': {
    async prepare(page) {
      await open(page, 'api', '.row.item');
      await page.locator('.row.item').nth(5).click();
      await page.locator('.detail .main-button').click();
      await page.locator('.detail .message').waitFor();
    },
  },
  'a call of the service': {
    async prepare(page) {
      await open(page, 'api', '.row.item');
      await page.locator('.filter').fill('/api/v1/flights');
      await page.locator('.row.post').first().click();
      await page.locator('.detail .form').waitFor();
    },
  },
  'the settings, with a reset': {
    async prepare(page) {
      await open(page, 'settings', '.row.item');
      await page.locator('.tools .danger').click();
      await page.locator('dialog').waitFor();
      for (const at of [0, 1, 2]) await page.locator('dialog [type=checkbox]').nth(at).check();
    },
  },
  'a lost connection': {
    async prepare(page) {
      await open(page, 'flights', '.empty');
      await page.route(/_emulator\/(?:events|clock)/, (route) => route.abort());
      await page.reload();
      await page.locator('.banner').waitFor();
    },
  },
};
