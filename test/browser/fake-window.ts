// The window on an in-memory companion, with a report at each stage that needs the pilot.
import type { Page } from 'playwright';
import { createFakeCompanion } from '../support/fake-companion/fake-companion.ts';
import type { FakeOptions } from '../support/fake-companion/fake-companion.ts';
import { makeFlight, routed, wholeStrip } from '../support/fake-companion/fake-strips.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { createWindowFixture, imagePath, start, type Look } from './open-window.ts';
import { verbatim } from '../../main/messages/message.ts';

/** Called at the top of a test file. Returns a function that opens the window. */
export function createFakeWindow() {
  const windows = createWindowFixture();
  return async (fake: Omit<FakeOptions, 'clock'> = {}, look: Look = {}) => {
    const clock = createVirtualClock(start);
    const companion = createFakeCompanion({ clock, imagePath, ...fake });
    const { page, server, complaints } = await windows.show(companion, look, clock);
    return { page, companion, clock, server, complaints };
  };
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
export const strip = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
