// A short run of the pseudo-locales: the whole one is in test/browser/pseudo-locale/console.test.ts.
import { expect, test } from 'vitest';
import { consoleScreens } from '../pseudo-locale/console-screens.ts';
import { createPseudoConsole } from '../pseudo-locale/pseudo-console.ts';

const pseudoConsole = createPseudoConsole();

test('takes every text of the settings from the catalogue, and fits them in', async () => {
  const name = 'the settings, with a reset';
  expect(await pseudoConsole.faultsOf(name, consoleScreens[name]!, [720])).toEqual([]);
});
