// The console in a real browser: its token, the journal, faults, time, and a lost connection.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Har } from '../../../emulator/journal/as-har.ts';
import { copied, createTestConsole, downloadOf, eventually, openView, rows } from './open-console.ts';
import { violations } from '../violations.ts';

const testConsole = createTestConsole();

describe('signing in to the console', () => {
  it('removes the token from the URL and keeps it for this tab', async () => {
    const { page } = await testConsole.open();
    expect(page.url()).not.toContain('token');
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('asks for a missing token, explains where to find it, and rejects a wrong one', async () => {
    const { page, emulator } = await testConsole.open();
    const other = await page.context().newPage();
    // A background page does not render.
    onTestFinished(() => other.close());
    await other.goto(`${emulator.url}/_emulator`);
    await other.getByText('as “controlToken” in the ready line').waitFor();
    await other.getByLabel('Control token').fill('not it');
    await other.getByRole('button', { name: 'Open console' }).click();
    await other.getByText('Wrong control token.').waitFor();
    expect(await violations(other)).toEqual([]);
    await other.getByLabel('Control token').fill(emulator.controlToken!);
    await other.keyboard.press('Enter');
    await other.getByText('Live', { exact: true }).waitFor();
  });

  it('shows that this is a test service, with its mode and a URL to copy', async () => {
    const { page, emulator, complaints } = await testConsole.open();
    for (const fact of ['TEST SERVICE', 'Extended mode']) await page.getByText(fact, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy service URL' }).click();
    expect(await copied(page)).toBe(emulator.url);
    expect(complaints).toEqual([]);
  });
});

describe('requests', () => {
  it('shows how to make a first request while the journal is empty', async () => {
    const { page, emulator } = await testConsole.open();
    await page.getByText(`curl -i ${emulator.url}/api/v1/flights`).waitFor();
    await page.getByRole('button', { name: 'Create tokens' }).click();
    await page.getByText(/^printf .*-F 'report=@-;filename=report\.png'$/).waitFor();
    expect(emulator.consents.list().items).toHaveLength(1);
    // They outlast the empty list in which they were created.
    await page.getByRole('button', { name: 'Copy access token' }).click();
    const headers = { authorization: `Bearer ${await copied(page)}` };
    expect((await fetch(`${emulator.url}/api/v1/flights`, { headers })).status).toBe(200);
    await eventually(() => rows(page).count()).toBe(1);
    await openView(page, 'People');
    await page.getByRole('row', { name: 'Demo Pilot demo' }).click();
    await page.getByRole('button', { name: 'Copy access token' }).waitFor();
  });

  it('shows them as they arrive, and opens one with its headers, response and ruling', async () => {
    const { page, client } = await testConsole.open();
    await client.upload();
    await client.get('/api/v1/flights');
    await eventually(() => rows(page).count()).toBe(2);
    expect(await rows(page).first().innerText()).toContain('401');
    await rows(page).last().click();
    const detail = page.getByRole('complementary', { name: /^Request/ });
    await detail.getByText('multipart/form-data').first().waitFor();
    await detail.getByText('"aircraft": "UNKNOWN"').waitFor();
    expect(await detail.innerText()).toContain('Demo Pilot');
    expect(await detail.innerText()).not.toMatch(/Bearer [A-Za-z0-9_-]{20}/);
    await detail.getByRole('button', { name: 'Copy as curl' }).click();
    await detail.getByText('Copied').waitFor();
    expect(await copied(page)).toMatch(/^curl /);
  });

  it('shows a delayed request while it is open, and its result once complete', async () => {
    const { page, client, emulator } = await testConsole.open();
    emulator.faults.add({ times: 1, effect: { type: 'latency', ms: 60_000 } });
    const answer = client.get('/held');
    await page.getByRole('row', { name: '/held' }).getByText('in progress').click();
    await page.getByText('No response yet.').waitFor();
    await emulator.clock.advance(60_000);
    expect((await answer).status).toBe(404);
    await page.getByRole('row', { name: '/held' }).getByText('404', { exact: true }).waitFor();
    await page.getByText('No response yet.').waitFor({ state: 'detached' });
  });

  it('pauses the list while one is open, and counts new ones', async () => {
    const { page, client, emulator } = await testConsole.open();
    await client.get('/first');
    await rows(page).first().click();
    for (const name of ['second', 'third']) await client.get(`/${name}`);
    await page.getByRole('button', { name: '2 new requests' }).waitFor();
    expect(await rows(page).count()).toBe(1);
    await page.getByRole('button', { name: '2 new requests' }).click();
    await eventually(() => rows(page).count()).toBe(3);
    // The open request stays when the journal is cleared, and doesn't block new rows.
    emulator.journal.clear();
    await client.get('/fourth');
    await eventually(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('/fourth')]);
    await page.getByRole('heading', { name: 'GET /first' }).waitFor();
  });

  it('saves the journal as HAR', async () => {
    const { page, client } = await testConsole.open();
    await client.get('/first');
    const { name, text } = await downloadOf(page, 'Export as HAR');
    const { log } = JSON.parse(text) as Har;
    expect([name, log.entries.map(({ response }) => response.status)]).toEqual(['emulator-journal.har', [404]]);
  });

  it('filters by text, kind and pilot', async () => {
    const { page, client, emulator } = await testConsole.open();
    await client.list(emulator.signIn({ pilot: 'second' }));
    await client.upload(emulator.signIn({ pilot: 'demo' }));
    await eventually(() => rows(page).count()).toBe(2);
    await page.getByRole('button', { name: 'Uploads' }).click();
    expect(await rows(page).allInnerTexts()).toEqual([expect.stringContaining('POST')]);
    await page.getByRole('button', { name: 'All' }).click();
    await page.getByLabel('Pilot', { exact: true }).selectOption('second');
    expect(await rows(page).allInnerTexts()).toEqual([expect.stringContaining('Second Pilot')]);
    await page.getByLabel('Filter requests').fill('post');
    await page.getByText('0 of 2').waitFor();
    await page.getByText('No matching requests.').waitFor();
  });

  it('renders only the rows in view, also while more arrive', async () => {
    const { page, client, emulator } = await testConsole.open();
    // More than a page of the journal.
    for (let sent = 0; sent < 1500; sent += 500)
      await Promise.all(Array.from({ length: 500 }, (_, n) => emulator.inject(`/row/${sent + n}`)));
    await page.getByText('1,500 requests').waitFor();
    const list = page.getByRole('grid');
    for (const share of [0, 0.3, 1]) {
      await list.evaluate((element, at) => element.scrollTo({ top: element.scrollHeight * at }), share);
      await page.getByRole('row', { name: `/row/${1499 - Math.round(share * 1499)}`, exact: false }).waitFor();
      expect(await rows(page).count()).toBeLessThan(80);
    }
    await client.get('/one/more');
    await page.getByRole('button', { name: '1 new request' }).click();
    await page.getByText('/one/more').waitFor();
    // After a reload each request is listed once.
    await page.reload();
    await page.getByText('1,501 requests').waitFor();
  });
});

describe('faults', () => {
  it('adds a fault to the next upload with one click, and counts where it applied', async () => {
    const { page, client } = await testConsole.open();
    await page.getByLabel('Next').selectOption('upload');
    await page.getByRole('button', { name: '503' }).click();
    await page.getByRole('button', { name: 'Remove fault: status 503, POST /api/v1/flights' }).waitFor();
    expect((await client.list()).status).toBe(200);
    expect((await client.upload()).status).toBe(503);
    await page.getByText('1 finished').waitFor();
    await page.getByRole('button', { name: 'Faults' }).click();
    expect(await rows(page).count()).toBe(1);
  });

  it('removes a fault', async () => {
    const { page, emulator } = await testConsole.open();
    for (const name of ['Drop response', 'Garbage']) await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: 'Remove fault: garbage, any request' }).click();
    await eventually(async () => emulator.faults.list().items.map((fault) => fault.effect.type)).toEqual(['drop']);
  });

  it('adds any other fault by a form that names invalid fields', async () => {
    const { page, client } = await testConsole.open();
    await page.getByRole('button', { name: 'Add custom fault' }).click();
    await page.getByLabel('type', { exact: true }).selectOption('done-then');
    await page.getByLabel('status', { exact: true }).fill('four');
    await page.getByRole('dialog').getByRole('button', { name: 'Add custom fault' }).click();
    await page.getByText('expected a status from 200 to 599, got “four”').waitFor();
    await page.getByLabel('status', { exact: true }).fill('418');
    await page.getByLabel('headers', { exact: true }).fill('Retry-After: 7');
    await page.getByRole('dialog').getByRole('button', { name: 'Add custom fault' }).click();
    await page.getByText('0 of 1').waitFor();
    const answer = await client.list();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([418, '7']);
  });
});

describe('time', () => {
  it('shows the service’s time, advances it and resumes it', async () => {
    const { page, emulator } = await testConsole.open();
    const time = page.getByRole('timer');
    await time.getByText('Frozen').waitFor();
    expect(await time.innerText()).toContain('12:00:00');
    await page.getByRole('button', { name: '+15 min' }).click();
    await eventually(() => time.innerText()).toContain('12:15:00');
    await page.getByRole('button', { name: '+1 min' }).click();
    await eventually(() => time.innerText()).toContain('12:16:00');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByLabel('Clock speed').selectOption('60');
    await time.getByText('×60').waitFor();
    await page.getByRole('button', { name: 'Freeze' }).click();
    await time.getByText('Frozen').waitFor();
    expect(emulator.clock.read().frozen).toBe(true);
  });
});

describe('a lost connection', () => {
  it('shows a message, and catches up when the emulator is back', async () => {
    const { page, client, emulator } = await testConsole.open();
    await client.get('/before');
    await eventually(() => rows(page).count()).toBe(1);
    await emulator.stop();
    await page.getByText('Couldn’t reach the emulator.').waitFor();
    await emulator.start();
    await client.get('/meanwhile');
    await page.getByText('Live', { exact: true }).waitFor();
    await eventually(() => rows(page).count()).toBe(2);
    await client.get('/after');
    await eventually(() => rows(page).count()).toBe(3);
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
