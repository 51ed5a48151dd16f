// The API page of the console: every call of the served descriptions, and its answers.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { samples } from '../../../emulator/samples/sample-files.ts';
import { eventually, createTestConsole, openView } from './open-console.ts';
import { violations } from '../violations.ts';

const testConsole = createTestConsole();

type Described = { readonly paths: Readonly<Record<string, object>> };

async function countCalls(name: string): Promise<number> {
  const text = await readFile(join(import.meta.dirname, `../../../docs/emulator/openapi-${name}.json`), 'utf8');
  return Object.values((JSON.parse(text) as Described).paths).flatMap((path) => Object.keys(path)).length;
}

const open = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();
const answer = (page: Page) => page.getByRole('region', { name: 'Response body' });

describe('the API page', () => {
  it('lists the calls of both descriptions, without consuming a fault or adding journal entries', async () => {
    const { page, emulator } = await testConsole.open();
    emulator.faults.add({ times: 1, effect: { type: 'garbage' } });
    await openView(page, 'API');
    const all = (await countCalls('control')) + (await countCalls('extended'));
    await eventually(() => page.locator('.call').count()).toBe(all);
    await page.getByRole('searchbox', { name: 'Filter calls' }).fill('expire');
    await eventually(() => page.locator('.call').count()).toBe(1);
    expect(emulator.faults.list().items.map(({ fired }) => fired)).toEqual([0]);
    expect(emulator.journal.list().items).toEqual([]);
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
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-call'))).toBe('faults.add');
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });

  it('fills in a path, and shows the same call after a reload', async () => {
    const { page, emulator } = await testConsole.open();
    emulator.flights.add({ count: 1 });
    await openView(page, 'API');
    await page.getByRole('button', { name: /^GET \/_emulator\/flights\/\{id\} Read/ }).click();
    expect(page.url()).toMatch(/#api\/flights\.read$/);
    await page.reload();
    await page.getByRole('textbox', { name: 'id' }).fill('4700');
    await page.getByRole('textbox', { name: 'id' }).press('Enter');
    await answer(page).getByText('"id": 4700').waitFor();
  });

  it('uploads as a client of the service, with a token created for it', async () => {
    const { page, emulator } = await testConsole.open();
    await openView(page, 'API');
    await page.getByRole('button', { name: /^POST \/api\/v1\/flights/ }).click();
    await send(page);
    await page.getByText('401', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByLabel('report').setInputFiles(samples[0]!.path);
    await send(page);
    await page.getByText('200', { exact: true }).waitFor();
    await answer(page).getByText('"aircraft": "UNKNOWN"').waitFor();
    expect(emulator.flights.list().items).toHaveLength(1);
  });

  it('calls its own world', async () => {
    const { emulator, page } = await testConsole.open();
    const world = await emulator.worlds.add({ id: 'suite', clock: 'virtual' });
    onTestFinished(() => void emulator.worlds.remove('suite'));
    await page.goto(`${world.url}/_emulator/#api/signIn`);
    await page.getByLabel('JSON body').fill('{}');
    await send(page);
    await answer(page).getByText('"access_token"').waitFor();
    expect(emulator.consents.list().items).toEqual([]);
    await openView(page, 'Requests');
    await page.getByText(`curl -i ${world.url}/api/v1/flights`, { exact: true }).waitFor();
  });
});
