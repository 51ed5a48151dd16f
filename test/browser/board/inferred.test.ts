// A report that probably arrived: what its strip and its detail say, and the pilot's two answers.
import { expect, test } from 'vitest';
import { makeFlight, routed, wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow } from '../fake-window.ts';
import { violations } from '../violations.ts';

const open = createFakeWindow();
const inferred = () =>
  wholeStrip('job-12', 'inferred', {
    bay: 'completed',
    hasImage: true,
    actions: ['confirm-flight', 'release-flight'],
    flight: makeFlight(4701, routed),
  });

test.each([
  ["That's my flight", 'Service is checking', "You confirmed that it's flight 4701"],
  ["That's another flight", 'Your turn: decide', 'You said that flight 4701 is another one'],
])('the pilot can say: %s', async (answer, stage, line) => {
  const { page, complaints } = await open({ strips: [inferred()] });
  const row = page.locator('[data-strip="job-12"]');
  await page.locator('[aria-labelledby="bay-now"] .strip').getByText('Probably arrived as flight 4701').waitFor();
  await row.getByRole('button', { name: /^Choose/ }).click();
  const detail = page
    .getByRole('complementary')
    .or(page.getByRole('dialog'))
    .filter({ hasText: 'Is this your flight?' });
  await detail.getByText('this is the only new flight from that moment').waitFor();
  expect(await violations(page)).toEqual([]);
  await detail.getByRole('button', { name: answer }).click();
  await row.getByText(stage, { exact: true }).waitFor();
  await page.getByText(line).waitFor();
  expect(complaints).toEqual([]);
});
