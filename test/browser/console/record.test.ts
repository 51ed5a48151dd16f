// The journal as a scenario, saved in the console and played by another emulator.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import type { Emulator } from '../../../emulator/emulator.ts';
import { createClient, createTestConsole, downloadOf, openView } from './open-console.ts';

const testConsole = createTestConsole();

/** The statuses that a client gets in an hour of faults; 0 is a lost answer. */
async function badHour(emulator: Emulator): Promise<number[]> {
  const { list, upload } = createClient(emulator);
  const signedIn = emulator.signIn({ pilot: 'maren' });
  const statuses: number[] = [];
  for (const send of [list, list, upload, upload, list, upload, list])
    statuses.push(
      await send(signedIn).then(
        ({ status }) => status,
        () => 0,
      ),
    );
  return statuses;
}

async function save(page: Page): Promise<Record<string, unknown>> {
  const { name, text } = await downloadOf(page, 'Save scenario');
  expect(name).toBe('recorded-scenario.json');
  return JSON.parse(text) as Record<string, unknown>;
}

describe('the journal as a scenario', () => {
  it('gives the same requests the same answers, with the pilots, flights and options, and says what is left out', async () => {
    const { page, emulator } = await testConsole.open({ minGapMs: 0, maxFileBytes: '2MiB' });
    emulator.pilots.add({ id: 'maren', name: 'Maren Falk' });
    emulator.flights.add({ records: [{ pilot: 'maren', figures: { pax: 77 }, automatedChecked: true }] });
    emulator.applications.update('pilot-companion-demo', { writeEnabled: true });
    const list = { method: 'GET', path: '/api/v1/flights' };
    emulator.faults.add({ match: list, skip: 1, times: 1, effect: { type: 'status', status: 503 } });
    emulator.faults.add({ match: { method: 'POST' }, skip: 1, times: 1, effect: { type: 'drop', when: 'after' } });
    emulator.faults.add({ match: list, skip: 1, times: 1, effect: { type: 'done-then', status: 500 } });
    const statuses = await badHour(emulator);
    expect(statuses).toEqual([200, 503, 200, 0, 500, 200, 200]);
    await openView(page, 'Scenario');
    await page.getByRole('button', { name: 'Export the journal as a scenario' }).click();
    await page.getByText('The same faults for the same 7 requests').waitFor();
    const document = await save(page);
    expect(document).toMatchObject({
      about: expect.stringContaining('Left out: calls of the control interface'),
      settings: { maxFileBytes: '2MiB', minGapMs: '0ms' },
      flights: [{ pilot: 'maren', figures: { pax: 77 }, automatedChecked: true }],
    });

    await using another = await createEmulator({ clock: 'virtual' });
    await another.start();
    await another.scenario.load(document);
    expect(another.scenario.read()?.steps.map(({ error }) => error)).toEqual([null]);
    expect(await badHour(another)).toEqual(statuses);
    expect(another.flights.list().items.map(({ pilot }) => pilot)).toEqual(['maren', 'maren', 'maren', 'maren']);
  });
});
