import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** Returns the violations that axe finds on the page, with their elements. */
export async function violations(page: Page, only?: 'color-contrast'): Promise<string[]> {
  // Waits for recent changes (the colour scheme, a row) to be rendered: a partial change distorts the result.
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
  // The other mode opens a separate page for each check, for frames of other origins: there are none here.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations: found } = await (only === undefined ? axe : axe.withRules([only])).analyze();
  return found.map((one) => {
    const where = one.nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary ?? ''})`);
    return `${one.id}: ${where.join(', ')}`;
  });
}
