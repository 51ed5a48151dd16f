// The whole console in pseudo-locales: no text outside the catalogue, nothing cut off, no horizontal scrolling.
import { expect, test } from 'vitest';
import { consoleScreens } from './console-screens.ts';
import { createPseudoConsole } from './pseudo-console.ts';

const pseudoConsole = createPseudoConsole();

test.each(Object.entries(consoleScreens))('%s: every text is from the catalogue and fits', async (name, screen) => {
  expect(await pseudoConsole.faultsOf(name, screen, [1280, 720, 360])).toEqual([]);
});
