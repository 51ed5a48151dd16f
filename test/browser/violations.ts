import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** Returns what axe finds on the page: where, and which rule is violated. */
export async function violations(page: Page, only?: 'color-contrast'): Promise<string[]> {
  // What has just changed (the colour scheme, a row) is drawn first: half a change is no fair look.
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
  // The other mode opens a page of its own for each look, for frames of other origins: here are none.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations: found } = await (only === undefined ? axe : axe.withRules([only])).analyze();
  return found.map((one) => {
    const where = one.nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary ?? ''})`);
    return `${one.id}: ${where.join(', ')}`;
  });
}
