// A new address for a service with reports, in a real browser, on a companion in memory.
import { expect, it } from 'vitest';
import { failed } from '../../../main/contract/failure.ts';
import { newService, type ServiceSettings } from '../../../main/contract/settings.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { createFakeCompanion } from '../../support/fake-companion/fake-companion.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { createWindowFixture, imagePath, start } from '../open-window.ts';
import { violations } from '../violations.ts';

const windows = createWindowFixture();
const service = {
  ...newService('service', 'Flights'),
  address: 'https://flights.example',
  clientId: 'app',
  mode: 'broker',
  brokerAddress: 'https://broker.example',
} as const;

async function openForm() {
  const clock = createVirtualClock(start);
  const fake = createFakeCompanion({ clock, imagePath });
  const { keepIn: _keepIn, ...stored } = service;
  await fake.handle('settings.change', { service: stored });
  const changes: { service?: Partial<ServiceSettings>; sameService?: boolean }[] = [];
  const companion: typeof fake = {
    ...fake,
    async handle(name, input) {
      if (name !== 'settings.change') return fake.handle(name, input);
      const change = input as (typeof changes)[number];
      changes.push(change);
      const isOther = change.service?.id === 'service' && change.service.address !== service.address;
      if (isOther && !change.sameService) return failed(failures.addressInUse(service.address, 3));
      return fake.handle(name, input);
    },
  };
  const { page } = await windows.show(companion, {}, clock);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('Connection settings for Flights').click();
  const form = page.locator('form.form:visible');
  return { page, form, changes };
}

it('shows what is wrong with an address, and stores another spelling as it is', async () => {
  const { form, changes } = await openForm();
  await form.getByLabel('Service address', { exact: true }).fill('https://flights.example:0');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText("Services can't be reached at this port. Enter another one.").waitFor();
  expect(changes).toEqual([]);
  await form.getByLabel('Service address', { exact: true }).fill('FLIGHTS.example.:443/');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => changes.at(-1)?.service?.address).toBe('https://flights.example');
});

it.each([
  ['Same service, new address', { id: 'service', address: 'https://new.example' }, true],
  [
    'Add another service',
    { id: 'flights', address: 'https://new.example', redirectPath: '/callback/flights' },
    undefined,
  ],
])('asks which service a new address is of: %s', async (answer, expected, sameService) => {
  const { page, form, changes } = await openForm();
  await form.getByLabel('Service address', { exact: true }).fill('https://new.example');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText("3 reports that aren't uploaded yet belong to https://flights.example.").waitFor();
  expect(await violations(page)).toEqual([]);
  if (process.env['PICTURE']) await page.screenshot({ path: process.env['PICTURE'] });
  await form.getByRole('button', { name: answer }).click();
  await expect.poll(() => changes.length).toBe(2);
  expect(changes[1]).toMatchObject({ service: expected });
  expect(changes[1]?.sameService).toBe(sameService);
});
