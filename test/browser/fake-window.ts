// What the tests of the window have in common: the window on an in-memory companion, with what was asked of it.
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { CompanionEvent } from '../../main/contract/events.ts';
import { createFakeCompanion } from '../support/fake-companion/fake-companion.ts';
import type { FakeCompanion, FakeOptions } from '../support/fake-companion/fake-companion.ts';
import { makeFlight, routed, wholeStrip } from '../support/fake-companion/fake-strips.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { createWindowFixture, imagePath, start, type Look } from './open-window.ts';
import { verbatim } from '../../main/messages/message.ts';

export type FakeGiven = Omit<FakeOptions, 'clock'>;
/** `view`: what the address has after its `#`, such as `logbook?q=EDDF`. The board is opened first. */
export type FakeLook = Look & { readonly view?: string };
export type FakeWindow = Awaited<ReturnType<ReturnType<typeof createFakeWindow>>>;

/**
 * Called at the top of a test file. Returns a function that opens the window. `change`: what the companion has seen
 * before the window opens.
 */
export function createFakeWindow(windows = createWindowFixture()) {
  return async (
    given: FakeGiven = {},
    { view, ...look }: FakeLook = {},
    change: (companion: FakeCompanion) => unknown = () => {},
  ) => {
    const clock = createVirtualClock(start);
    const companion = createFakeCompanion({ clock, imagePath, ...given });
    await change(companion);
    const shown = await windows.show(companion, look, clock);
    if (view !== undefined) await showView(shown.page, view);
    /** The inputs of the commands with this name, in order. */
    const sent = (name: string) => companion.calls.filter((call) => call.name === name).map(({ input }) => input);
    return { ...shown, companion, clock, sent };
  };
}

/** Opens a view as a link does. */
export const showView = (page: Page, view: string) => page.evaluate((hash) => void (location.hash = hash), view);

export const addressOf = (page: Page) => page.evaluate(() => location.hash);

/** Offers what was opened with the app, until the window listens; an equal offer is shown once. */
export async function offer(page: Page, companion: FakeCompanion, event: CompanionEvent) {
  const isAsked = async () => {
    companion.emit(event);
    return page.locator('dialog').count();
  };
  await expect.poll(isAsked).toBe(1);
}

export const strips = () => [
  wholeStrip('job-20', 'rejected', {
    hasImage: true,
    reason: {
      kind: 'file-rejected-by-service',
      message: verbatim('The service does not take it.'),
      code: 'invalid_file',
      requiredAction: 'decision',
    },
  }),
  wholeStrip('job-21', 'unconfirmed', {
    reason: { kind: 'service-unreachable', message: verbatim('The answer was lost.'), requiredAction: 'decision' },
  }),
  wholeStrip('job-30', 'waiting', { uploadsAt: start + 5_000 }),
  wholeStrip('job-11', 'with-moderator', { hasImage: true, flight: makeFlight(4711, routed) }),
  wholeStrip('job-10', 'completed', { flight: makeFlight(4699, { ...routed, seasonPoints: 9, delayMin: 0 }) }),
];
/** The button of a report on the board, which is its whole row. */
export const strip = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

/** Whether a canvas shows more than one colour. */
export const isDrawn = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const pixels = element.getContext('2d')!.getImageData(0, 0, element.width, element.height).data;
    return new Set(new Uint32Array(pixels.buffer)).size > 1;
  });
