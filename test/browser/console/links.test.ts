// A link to a request of the journal, and text that can be selected without opening its row.
import { describe, expect, it } from 'vitest';
import { copied, createTestConsole, eventually, rows } from './open-console.ts';

const testConsole = createTestConsole();

describe('a link to a request', () => {
  it('is copied without the token, opens the request, and is in the URL of the page', async () => {
    const { page, client, emulator } = await testConsole.open();
    for (const name of ['one', 'two', 'three']) await client.get(`/${name}`);
    await page.getByRole('row', { name: '/two' }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await copied(page);
    const [, , second] = emulator.journal.list().items.toReversed();
    expect(link).toMatch(new RegExp(`^${emulator.url}/_emulator/#requests/${(second?.id ?? 0) + 1}/\\w+$`));
    expect(link).not.toContain(emulator.controlToken);
    await page.getByRole('button', { name: 'Close' }).click();
    expect(page.url()).toMatch(/#requests$/);
    await page.goto(link);
    await page.getByRole('heading', { name: 'GET /two' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'GET /two' }).waitFor();
    expect(await page.getByRole('row', { name: '/two' }).getAttribute('aria-selected')).toBe('true');
  });

  it('shows the row of a request far down, and the call of a link to the API page', async () => {
    const { page, client, emulator } = await testConsole.open();
    await client.get('/far-down');
    for (let n = 0; n < 60; n += 1) await emulator.inject('/later');
    const [first] = emulator.journal.list().items;
    await page.goto(`${emulator.url}/_emulator/?far#requests/${first!.id}`);
    await page.getByRole('heading', { name: 'GET /far-down' }).waitFor();
    await eventually(() => page.getByRole('row', { name: '/far-down' }).count()).toBe(1);
    const isInSight = (selector: string) =>
      page.locator(selector).evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await eventually(() => isInSight('.row[aria-selected=true]')).toBe(true);
    await page.goto(`${emulator.url}/_emulator/#api/worlds.remove`);
    await eventually(() => isInSight('.api-list [aria-selected=true]')).toBe(true);
  });

  it('shows that the request is gone, even if another one has its number', async () => {
    const { page, client, emulator } = await testConsole.open();
    await client.get('/one');
    const [entry] = emulator.journal.list().items;
    const earlier = (Date.parse(entry!.at) - 1000).toString(36);
    for (const item of ['999999', `${entry!.id}/${earlier}`]) {
      await page.goto(`${emulator.url}/_emulator/#requests/${item}`);
      await page.getByText(`Request ${item.split('/')[0]} is no longer in the journal.`).waitFor();
    }
    await page.goto(`${emulator.url}/_emulator/#requests/${entry!.id}`);
    await page.getByRole('heading', { name: 'GET /one' }).waitFor();
    expect(await page.getByText('no longer in the journal').count()).toBe(0);
  });
});

describe('text', () => {
  it('of a row can be selected; a click still opens it', async () => {
    const { page, client } = await testConsole.open();
    await client.upload();
    await eventually(() => rows(page).count()).toBe(1);
    const box = (await page.locator('.item .path bdi').boundingBox())!;
    await page.mouse.move(box.x + 1, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('api/v1/fligh');
    expect(await page.getByRole('complementary').count()).toBe(0);
    await page.locator('.item .method').click();
    await page.getByRole('complementary', { name: /^Request/ }).waitFor();
  });
});
