// The window that screenshots are taken of.
import type { Browser, Page } from 'playwright';

export const newPicturePage = (browser: Browser): Promise<Page> =>
  browser.newPage({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
