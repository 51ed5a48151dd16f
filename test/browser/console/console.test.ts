// The console in a real browser: its token, the journal, faults, time, and a lost connection.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Har } from '../../../emulator/api-types.ts';
import { eventually, createTestConsole, openView, rows } from './open-console.ts';
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

  it('shows in every view that this is a test service, with its mode and a URL to copy', async () => {
    const { page, emulator, complaints } = await testConsole.open();
    for (const view of ['Flights', 'People', 'Scenario', 'Settings', 'Requests']) {
      await openView(page, view);
      expect(await page.getByText('TEST SERVICE').isVisible()).toBe(true);
    }
    for (const fact of ['Extended mode', '2 pilots', '2 applications'])
      await page.getByText(fact, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy service URL' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(emulator.url);
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
    const token = await page.evaluate(() => navigator.clipboard.readText());
    expect(
      (await fetch(`${emulator.url}/api/v1/flights`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(200);
    await eventually(() => rows(page).count()).toBe(1);
    await openView(page, 'People');
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
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl /);
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
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as HAR' }).click(),
    ]);
    const { log } = JSON.parse(Buffer.concat(await (await download.createReadStream()).toArray()).toString()) as Har;
    expect([download.suggestedFilename(), log.entries.map(({ response }) => response.status)]).toEqual([
      'emulator-journal.har',
      [404],
    ]);
  });

  it('filters by text, kind and pilot', async () => {
    const { page, client, emulator } = await testConsole.open();
    await client.list(emulator.signIn({ pilot: 'second' }));
    await client.upload(emulator.signIn({ pilot: 'demo' }));
    await client.get('/api/v1/nothing');
    await eventually(() => rows(page).count()).toBe(3);
    await page.getByRole('button', { name: 'Uploads' }).click();
    expect(await rows(page).allInnerTexts()).toEqual([expect.stringContaining('POST')]);
    await page.getByRole('button', { name: 'Errors' }).click();
    expect(await rows(page).allInnerTexts()).toEqual([expect.stringContaining('404')]);
    await page.getByRole('button', { name: 'All' }).click();
    await page.getByLabel('Pilot', { exact: true }).selectOption('second');
    expect(await rows(page).allInnerTexts()).toEqual([expect.stringContaining('Second Pilot')]);
    await page.getByLabel('Pilot', { exact: true }).selectOption('');
    await page.keyboard.press('Escape');
    await page.getByLabel('Filter requests').fill('get nothing');
    await page.getByText('1 of 3').waitFor();
  });

  it(
    'renders a bounded number of 10,000 rows, also while scrolling and while more arrive',
    { timeout: 300_000 },
    async () => {
      const { page, client, emulator } = await testConsole.open();
      for (let sent = 0; sent < 10_000; sent += 500)
        await Promise.all(Array.from({ length: 500 }, (_, n) => emulator.inject(`/row/${sent + n}`)));
      await page.getByText('10,000 requests').waitFor();
      const seen = await page.evaluate(async () => {
        const table = document.querySelector('[role=grid]')!;
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const drawn: number[] = [];
        const tops = new Set<string>();
        for (let step = 0; step < 40; step += 1) {
          table.scrollTop = (table.scrollHeight / 40) * step;
          await frame();
          await frame();
          drawn.push(table.querySelectorAll('.rows [role=row]').length);
          tops.add(table.querySelector('.rows [role=row]')!.id);
        }
        return { most: Math.max(...drawn), least: Math.min(...drawn), different: tops.size };
      });
      expect(seen.most).toBeLessThan(80);
      expect(seen.least).toBeGreaterThan(10);
      expect(seen.different).toBeGreaterThan(35);
      await client.get('/one/more');
      await page.getByRole('button', { name: '1 new request' }).click();
      await page.getByText('/one/more').waitFor();
      // After a reload each request is listed once.
      await page.reload();
      await page.getByText('10,000 requests').waitFor();
    },
  );
});

describe('faults', () => {
  it('adds a fault to the next upload with one click, and applies it once', async () => {
    const { page, client } = await testConsole.open();
    await page.getByLabel('Next').selectOption('upload');
    await page.getByRole('button', { name: '503' }).click();
    await page.getByRole('button', { name: 'Remove fault: 503, upload' }).waitFor();
    expect((await client.list()).status).toBe(200);
    expect((await client.upload()).status).toBe(503);
    expect((await client.upload()).status).toBe(200);
    await page.getByText('1 finished').waitFor();
    await page.getByRole('button', { name: 'Faults' }).click();
    expect(await rows(page).count()).toBe(1);
  });

  it('drops the response of a processed request, and removes a fault', async () => {
    const { page, client, emulator } = await testConsole.open();
    await page.getByRole('button', { name: 'Drop response' }).click();
    await page.getByRole('button', { name: 'Remove fault: response dropped, any request' }).waitFor();
    await expect(client.upload()).rejects.toThrow('fetch failed');
    expect(emulator.flights.list().items).toHaveLength(1);
    await page.getByRole('button', { name: 'Garbage' }).click();
    await page.getByRole('button', { name: 'Remove fault: garbage, any request' }).click();
    await eventually(async () => emulator.faults.list().items.map((fault) => fault.effect.type)).toEqual(['drop']);
  });

  it('adds any other fault by a form that names invalid fields', async () => {
    const { page, client, emulator } = await testConsole.open();
    await page.getByRole('button', { name: 'Other…' }).click();
    await page.getByLabel('Effect').selectOption('status');
    await page.getByLabel('Status', { exact: true }).fill('four');
    await page.getByLabel('Path', { exact: true }).fill('/api/*');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByText('Enter a whole number, 100 or more.').waitFor();
    await page.getByLabel('Status', { exact: true }).fill('418');
    await page.getByLabel('Apply to N requests').fill('');
    await page.getByLabel('Headers, one per line').fill('Retry-After: 7');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByText('0 so far').waitFor();
    const answer = await client.list();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([418, '7']);
    expect(emulator.faults.list().items[0]?.times).toBeNull();
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

  it('follows changes made elsewhere', async () => {
    const { page, emulator } = await testConsole.open();
    await emulator.clock.advance(3_600_000);
    await eventually(() => page.getByRole('timer').innerText()).toContain('13:00:00');
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
