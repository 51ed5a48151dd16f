import { expect, test } from 'vitest';
import { core } from '../../main/messages/catalogue.ts';
import { createFormatter } from '../../main/messages/formatter.ts';
import { paceMessage } from '../../main/messages/pace.ts';

const { text } = createFormatter({ catalogue: core, locale: 'en-GB' });

test.each([
  [{ minGapMs: 5_000, isRequired: false }, 'One report every 5 s'],
  [{ minGapMs: 5_600, isRequired: false }, 'One report every 6 s'],
  [{ minGapMs: 12_306, isRequired: true }, 'One report every 12 s, as required by the service'],
  [{ minGapMs: 7_200_000, isRequired: true }, 'One report every 2 h, as required by the service'],
])('the wait %j is written as "%s"', (wait, words) => {
  expect(text(paceMessage(wait))).toBe(words);
});
