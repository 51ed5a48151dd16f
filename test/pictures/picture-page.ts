// The window that screenshots are taken of.
import type { Browser, Page } from 'playwright';

export const themes = ['dark', 'light'] as const;

export const newPicturePage = (browser: Browser, colorScheme: (typeof themes)[number]): Promise<Page> =>
  browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', colorScheme, reducedMotion: 'reduce' });
