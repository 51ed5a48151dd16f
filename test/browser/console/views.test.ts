// The other views of the console in a real browser: flights, people, scenario and settings.
import { describe, expect, it } from 'vitest';
import { createTestConsole, downloadOf, eventually, openView, rows } from './open-console.ts';

const testConsole = createTestConsole();
// A reset returns to the start of a scenario: it needs a separate emulator.
const scenarioConsole = createTestConsole();

describe('names with text direction characters', () => {
  const turned = '\u2069\u202EMaren';

  it('affect only themselves, in a row of each list', async () => {
    const { page, emulator } = await testConsole.open();
    emulator.pilots.add({ id: 'turned', name: turned });
    emulator.applications.add({ clientId: 'turned', name: turned, redirectUris: ['http://127.0.0.1/done'] });
    emulator.flights.add({ count: 1, pilot: 'turned', clientId: 'turned', fileName: `${turned}.png` });
    const { access_token } = emulator.signIn({ pilot: 'turned', clientId: 'turned' });
    await emulator.inject({ url: '/api/v1/flights', headers: { authorization: `Bearer ${access_token}` } });
    for (const view of ['Flights', 'People', 'Requests']) {
      await openView(page, view);
      await page.locator('bdi', { hasText: 'Maren' }).first().waitFor();
      // Each element with such a name isolates it, or contains nothing else.
      const loose = await page.evaluate((name) => {
        const elements = [...document.body.querySelectorAll('*')];
        const texts = elements.flatMap((one) => [...one.childNodes].filter(({ nodeType }) => nodeType === 3));
        return [
          ...texts.filter((one) => one.nodeValue!.includes(name) && !one.parentElement!.closest('bdi, option')),
          ...elements.filter((one) => `${one.ariaLabel} ${one.getAttribute('title')}`.includes('\u202E')),
        ].map((one) => one.textContent);
      }, turned);
      expect([view, loose]).toEqual([view, []]);
    }
  });
});

describe('flights', () => {
  it('checks, accepts with figures and archives as the moderator, and shows what the rules forbid', async () => {
    const { page, client, emulator } = await testConsole.open({ moderationShare: 1 });
    await client.upload();
    await openView(page, 'Flights');
    await page.getByRole('row', { name: 'Flight 4700' }).click();
    const sheet = page.getByRole('complementary', { name: 'Flight 4700' });
    await sheet.getByRole('img', { name: 'Screenshot of flight 4700' }).waitFor();
    await sheet.getByLabel('pax').fill('many');
    await sheet.getByRole('button', { name: 'Check now' }).click();
    await sheet.locator('.invalid').getByText('pax').waitFor();
    await sheet.getByLabel('pax').fill('118');
    await sheet.getByRole('button', { name: 'Check now' }).click();
    await sheet.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await sheet.getByLabel('pax').fill('171');
    await sheet.getByLabel('icao_in').fill('LPPR');
    await sheet.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Flight 4700 approved.').waitFor();
    expect(emulator.flights.read(4700).record).toMatchObject({ pax: 171, icao_in: 'LPPR', moderator_checked: true });
    await sheet.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('has already been approved').waitFor();
    await sheet.getByRole('button', { name: 'Archive' }).click();
    await eventually(async () => emulator.flights.read(4700).record.is_archived).toBe(true);
    await page.getByRole('heading', { name: 'Archived 1' }).waitFor();
  });

  it('follows flights over time, and creates some', async () => {
    const { page, client, emulator } = await testConsole.open({ moderationShare: 0 });
    await client.upload();
    await openView(page, 'Flights');
    await page.getByRole('heading', { name: 'Automatic check 1' }).waitFor();
    await emulator.clock.advance(20_000);
    await page.getByRole('heading', { name: 'Completed 1' }).waitFor();
    await page.getByRole('button', { name: 'Create flights' }).click();
    await page.getByLabel('count').fill('4');
    for (const flag of ['automatedChecked', 'needsModerator']) await page.getByLabel(flag).selectOption('true');
    await page.getByRole('dialog').getByRole('button', { name: 'Create flights' }).click();
    await page.getByRole('heading', { name: 'With a moderator 4' }).waitFor();
    expect(emulator.flights.list().items).toHaveLength(5);
  });
});

describe('people', () => {
  it('disables an application and removes its subscription, which affects its clients', async () => {
    const { page, client, emulator } = await testConsole.open();
    const signedIn = emulator.signIn();
    await openView(page, 'People');
    await page.getByRole('switch', { name: 'Write access of Pilot Companion' }).click();
    await page.getByText('Not subscribed').first().waitFor();
    await eventually(async () => (await client.upload(signedIn)).status).toBe(403);
    await page.getByRole('switch', { name: 'Pilot Companion enabled' }).click();
    await eventually(async () => (await client.upload(signedIn)).status).toBe(401);
    expect(await page.getByRole('complementary').count()).toBe(0);
  });

  it('shows which redirect URI can’t be registered, and sets a new secret', async () => {
    const { page, emulator } = await testConsole.open();
    await openView(page, 'People');
    await page.getByRole('row', { name: 'Pilot Companion pilot-companion-demo' }).click();
    const detail = page.getByRole('complementary', { name: 'Pilot Companion' });
    await detail.getByLabel('redirectUris').fill('http://127.0.0.1/#part');
    await detail.getByRole('button', { name: 'Save', exact: true }).click();
    await detail.getByText('Can’t register').waitFor();
    await detail.getByLabel('redirectUris').fill('http://127.0.0.1/');
    await detail.getByLabel('clientSecret').fill('another-secret');
    await detail.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Pilot Companion saved.').waitFor();
    expect(emulator.clients[0]?.client_secret).toBe('another-secret');
  });

  it('counts tokens down on the service’s clock, expires one kind, and revokes a consent', async () => {
    const { page, client, emulator } = await testConsole.open();
    const signedIn = emulator.signIn();
    await openView(page, 'People');
    await rows(page).filter({ hasText: 'access 15:00' }).click();
    await emulator.clock.advance(60_000);
    const detail = page.getByRole('complementary', { name: 'Consent of Demo Pilot for Pilot Companion' });
    await detail.getByText('14:00').waitFor();
    await detail.getByRole('button', { name: 'Expire access tokens' }).click();
    await page.getByText('14:00').first().waitFor({ state: 'detached' });
    expect((await client.list(signedIn)).status).toBe(401);
    await detail.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('heading', { name: 'Revoked consents 1' }).waitFor();
    await page.getByText(/^Revoked 12 May 2026, 12:01:00 Z/).waitFor();
    expect(emulator.consents.list().items[0]?.revokedAt).not.toBeNull();
  });

  it('adds a pilot and registers an application, whose secret is shown once', async () => {
    const { page, emulator } = await testConsole.open();
    await openView(page, 'People');
    await page.getByRole('button', { name: 'Add pilot' }).click();
    await page.getByLabel('id', { exact: true }).fill('third');
    await page.getByLabel('name', { exact: true }).fill('Third Pilot');
    await page.getByRole('dialog').getByRole('button', { name: 'Add pilot' }).click();
    await page.getByRole('row', { name: 'Third Pilot third' }).waitFor();
    await page.getByRole('button', { name: 'Register application' }).click();
    await page.getByLabel('clientId').fill('tracker');
    await page.getByRole('dialog').getByRole('button', { name: 'Register application' }).click();
    await page.getByRole('dialog').getByText('"clientSecret"').waitFor();
    expect(emulator.applications.list().items.map(({ clientId }) => clientId)).toContain('tracker');
  });
});

describe('limits', () => {
  it('fills a window, shows when the next request and upload are allowed, and empties it over time', async () => {
    const { page, client, emulator } = await testConsole.open({ minGapMs: 5000 });
    const signedIn = emulator.signIn();
    await openView(page, 'People');
    await client.upload(signedIn);
    for (let n = 0; n < 59; n += 1) await client.list(signedIn);
    const row = rows(page).filter({ hasText: 'Next upload' });
    await eventually(() => row.innerText()).toMatch(/60\s*\/ 60[^]*Next request in 1:00/);
    expect(await row.innerText()).toMatch(/Last uploaded flight\s*4700/);
    await emulator.clock.advance(61_000);
    await eventually(() => row.innerText()).toMatch(/\b0\s*\/ 60[^]*Next upload\s*now/);
  });
});

describe('settings, world and scenarios', () => {
  it('lists the parallel worlds, each with a link to its console', async () => {
    const { page, emulator } = await testConsole.open();
    await openView(page, 'Settings');
    await page.getByText('None. A test creates one').waitFor();
    const authorization = `Bearer ${emulator.controlToken}`;
    await fetch(`${emulator.url}/_emulator/worlds`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'first' }),
    });
    const [world] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Open the console of first' }).click(),
    ]);
    await world.getByText('Live', { exact: true }).waitFor();
    await world.getByRole('button', { name: 'Copy service URL' }).waitFor();
    expect(await world.locator('.address').innerText()).toMatch(/\/w\/first$/);
    await world.close();
    await fetch(`${emulator.url}/_emulator/worlds/first`, { method: 'DELETE', headers: { authorization } });
    await page.getByText('None. A test creates one').waitFor();
  });

  it('changes live settings in command-line notation, and explains a refusal', async () => {
    const { page, emulator } = await testConsole.open();
    await openView(page, 'Settings');
    const gap = page.getByLabel('min-gap', { exact: true });
    await gap.fill('soon');
    await gap.press('Enter');
    await page.locator('.notice.refused').getByText('a duration such as').waitFor();
    await gap.fill('12s');
    await gap.press('Enter');
    await page.getByText('min-gap changed.').waitFor();
    await page.getByRole('switch', { name: 'nullable-as-strings' }).click();
    const valueOf = (name: string) => emulator.settings.list().items.find((one) => one.name === name)?.value;
    await eventually(async () => [valueOf('minGapMs'), valueOf('nullableAsStrings')]).toEqual([12_000, true]);
    await page.getByTitle(/^Assumption A10/).waitFor();
  });

  it('resets a part, and imports an exported world', async () => {
    const { page, client, emulator } = await testConsole.open();
    await client.upload();
    await openView(page, 'Settings');
    const { text } = await downloadOf(page, 'Export state');
    await page.getByRole('button', { name: 'Reset state' }).click();
    await page.getByLabel('flights', { exact: true }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset state' }).click();
    await eventually(async () => emulator.flights.list().items.length).toBe(0);
    const file = { name: 'state.json', mimeType: 'application/json', buffer: Buffer.from(text) };
    await page.setInputFiles('input[type=file]', file);
    await eventually(async () => emulator.flights.list().items.length).toBe(1);
  });

  it('runs a selected scenario step by step', async () => {
    const { page, emulator } = await scenarioConsole.open();
    await openView(page, 'Scenario');
    await eventually(() => rows(page).count()).toBe(8);
    await page.getByRole('row', { name: 'The application is disabled' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('heading', { name: 'Running 1' }).waitFor();
    const done = page.locator('.scenario-steps .done');
    const before = await done.count();
    await emulator.clock.advance(3_600_000);
    await eventually(() => done.count()).toBeGreaterThan(before);
  });
});
