// The screens of the flights: the logbook, the map, the statistics.
import type { Page } from 'playwright';
import { fakeFlights } from '../../support/fake-companion/fake-flights.ts';
import { showView } from '../fake-window.ts';
import { start } from '../open-window.ts';
import type { Screen } from './screen.ts';

const view = (hash: string) => async (page: Page) => {
  await showView(page, hash);
  await page.locator('h1').waitFor();
};

const flights = fakeFlights(16, start, (row, at) => ({ ...row, ...(at === 5 && { status: 'archived' as const }) }));
const logbook: Screen['given'] = {
  flights,
  state: (state) => ({ ...state, logbook: { status: 'loading', flights: 12_400, unread: 2, readAfter: null } }),
};

/** Opens a view of the flights, and waits until it is drawn. */
const flightView = (hash: string, drawn: string) => async (page: Page) => {
  await view(hash)(page);
  await page.locator(drawn).first().waitFor();
};

export const logbookScreens: Readonly<Record<string, Screen>> = {
  'the logbook': { given: logbook, prepare: flightView('logbook?period=12m&type=A359,B77W&pilots=all', '.flight-row') },
  'the choice of filters': {
    given: logbook,
    part: 'search',
    async prepare(page) {
      await flightView('logbook?airport=EDDF', '.flight-row')(page);
      await page.locator('.chip.add').click();
      await page.locator('.code-list li').first().waitFor();
    },
  },
  'the formats of an export': {
    given: logbook,
    part: '[role=menu]:popover-open',
    async prepare(page) {
      await flightView('logbook', '.flight-row')(page);
      await page.keyboard.press('e');
      await page.locator('.menu-entry').first().waitFor();
    },
  },
  'a logbook without a match': {
    given: logbook,
    prepare: flightView('logbook?q=nothing&status=archived', '.no-flights'),
  },
  'the map': { given: logbook, prepare: flightView('map', '.airports circle') },
  'the statistics': { given: logbook, prepare: flightView('statistics', '.chart') },
  'the picture of a month': {
    given: logbook,
    async prepare(page) {
      await flightView('statistics', '.chart')(page);
      await page.locator('.filters-end > .button').first().click();
      await page.locator('.share-image').waitFor();
    },
  },
};
