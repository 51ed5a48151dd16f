import { expect, test } from 'vitest';
import { core } from '../../main/messages/catalogue.ts';
import { createFormatter } from '../../main/messages/formatter.ts';
import { paceMessage } from '../../main/messages/pace.ts';

const { text } = createFormatter({ catalogue: core, locale: 'en-GB' });

test.each([
  [null, 'Not known yet'],
  [{ waitMs: 100, capacity: 1 }, 'Reports one after another'],
  [{ waitMs: 12_306, capacity: 1 }, 'One report every 12 s'],
  [{ waitMs: 1_480, capacity: 1 }, 'One report every 1.5 s'],
  [{ waitMs: 7_200_000, capacity: 1 }, 'One report every 2 h'],
  [{ waitMs: 12_000, capacity: 4 }, 'Accepts up to 4 at once, then one every 12 s'],
])('the pace %j is said as "%s"', (pace, said) => {
  expect(text(paceMessage(pace))).toBe(said);
});
