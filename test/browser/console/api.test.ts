// The API page of the console: every call of the served descriptions, and its answers.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { samples } from '../../../emulator/samples/sample-files.ts';
import { createTestConsole, eventually, openView, rows } from './open-console.ts';
import { violations } from '../violations.ts';

const testConsole = createTestConsole();

const open = (page: Page, name: string) => page.getByRole('row', { name }).click();
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();
const answer = (page: Page) => page.getByRole('region', { name: 'Response body' });

describe('the API page', () => {
  it('finds a call by any of its words', async () => {
    const { page } = await testConsole.open();
    await openView(page, 'API');
    await page.getByRole('row', { name: 'GET /_emulator/events Stream' }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter calls' }).fill('expire');
    await eventually(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('/_emulator/tokens/expire')]);
  });

  it('sends a call of the control interface with its example, and shows the answer, even a rejection', async () => {
    const { page, emulator, complaints } = await testConsole.open();
    await openView(page, 'API');
    await open(page, 'POST /_emulator/faults Add a fault for matching requests');
    await send(page);
    await page.getByText('200', { exact: true }).waitFor();
    expect(await answer(page).innerText()).toContain('"fired": 0');
    expect(emulator.faults.list().items).toMatchObject([{ effect: { type: 'status', status: 503 } }]);
    await page.getByLabel('JSON body').fill('{ "effect": { "type": "nonsense" } }');
    await send(page);
    await page.getByText('400', { exact: true }).waitFor();
    expect(await answer(page).innerText()).toContain('"error"');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });

  it('fills in a path, and shows the same call after a reload', async () => {
    const { page, emulator } = await testConsole.open();
    emulator.flights.add({ count: 1 });
    await openView(page, 'API');
    await open(page, 'GET /_emulator/flights/{id} Read');
    expect(page.url()).toMatch(/#api\/flights\.read$/);
    await page.reload();
    await page.getByRole('textbox', { name: 'id' }).fill('4700');
    await page.getByRole('textbox', { name: 'id' }).press('Enter');
    await answer(page).getByText('"id": 4700').waitFor();
  });

  it('uploads as a client of the service, with a token created for it', async () => {
    const { page, emulator } = await testConsole.open();
    await openView(page, 'API');
    await page.getByRole('searchbox').fill('post /api/v1');
    await open(page, 'POST /api/v1/flights');
    await send(page);
    await page.getByText('401', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByLabel('report').setInputFiles(samples[0]!.path);
    await send(page);
    await page.getByText('200', { exact: true }).waitFor();
    await answer(page).getByText('"aircraft": "UNKNOWN"').waitFor();
    expect(emulator.flights.list().items).toHaveLength(1);
  });
});
