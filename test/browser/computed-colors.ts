import type { Page } from 'playwright';

/** Colours, such as `CanvasText` or `var(--done)`, as the page computes them. */
export const computedColors = (page: Page, ...names: readonly string[]) =>
  page.evaluate(
    (wanted) =>
      wanted.map((name) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.cssText = `forced-color-adjust: none; background: ${name}`;
        const color = getComputedStyle(probe).backgroundColor;
        probe.remove();
        return color;
      }),
    names,
  );
