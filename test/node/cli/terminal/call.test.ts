import { expect, test } from 'vitest';
import { reportsOf } from '../../../../main/node/cli/terminal/call.ts';
import { createFakeCompanion } from '../../../support/fake-companion/fake-companion.ts';
import { wholeStrip } from '../../../support/fake-companion/fake-strips.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

test('the reports of a bay are those of all its pages, each once', async () => {
  const strips = Array.from({ length: 450 }, (_, n) => wholeStrip(`job-${n}`, 'waiting'));
  const companion = createFakeCompanion({ clock: createVirtualClock(), strips });
  const ids: string[] = [];
  for await (const { id } of reportsOf(companion, 'queue')) ids.push(id);
  expect(ids).toHaveLength(450);
  expect(new Set(ids).size).toBe(450);
});
