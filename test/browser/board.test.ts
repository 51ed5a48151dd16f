// The board as it fills and empties: the runway and the bays.
import { describe, expect, test } from 'vitest';
import type { AppState } from '../../main/contract/state.ts';
import { wholeStrip } from '../support/fake-strips.ts';
import { createFakeWindow } from './fake-window.ts';
import { start } from './open-window.ts';
import { violations } from './violations.ts';

const open = createFakeWindow();

const flown = (state: AppState): AppState => ({
  ...state,
  runway: {
    ...state.runway,
    past: [
      { at: start - 15_000, outcome: 'accepted' },
      { at: start - 4_000, outcome: 'too-fast' },
    ],
  },
});

describe('the runway', () => {
  test('is one line while nothing is planned, and as soon as the last upload has left it', async () => {
    const { page, companion } = await open();
    const lane = page.getByRole('button', { name: /^Runway:/ });
    await page.getByText('No uploads scheduled').waitFor();
    expect(await lane.count()).toBe(0);
    expect((await page.getByRole('region', { name: 'Upload schedule' }).boundingBox())!.height).toBeLessThan(50);
    companion.change(flown);
    await lane.waitFor();
    companion.change((state) => ({
      ...state,
      runway: { ...state.runway, past: [{ at: start - 40_000, outcome: 'accepted' }] },
    }));
    await lane.waitFor({ state: 'detached' });
  });

  test('explains its marks on hover and on focus, until Escape', async () => {
    const { page, complaints } = await open({
      strips: [wholeStrip('job-30', 'waiting', { uploadsAt: start + 5_000 })],
      state: flown,
    });
    const lane = page.getByRole('button', { name: 'Runway: 1 upload done, 1 refused, 1 scheduled' });
    const legend = page.getByText('Too soon. The app learns from it and waits longer');
    expect(await legend.isVisible()).toBe(false);
    await lane.hover();
    await legend.waitFor();
    // The pointer can get onto it.
    await legend.hover();
    expect(await legend.isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.mouse.move(400, 600);
    await legend.waitFor({ state: 'hidden' });
    await lane.focus();
    await legend.waitFor();
    await page.keyboard.press('Escape');
    await legend.waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
  });
});
