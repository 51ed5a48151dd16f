// Events on their way to the window. Electron keeps whatever is sent until the page takes it, without a bound, so the page
// says how many it has heard: one that hears nothing for long (it hangs, or is being debugged) is sent nothing more, and is
// loaded anew once it moves again, so that it reads everything as it is then.
import type { WebContents } from 'electron';
import type { CompanionEvent } from '../../contract/events.ts';
import { channels } from '../preload/channels.ts';

/** A busy board tells a few a second. */
const MOST_UNHEARD = 2_000;

type Page = Pick<WebContents, 'isDestroyed' | 'send' | 'reload'>;

export type ElectronEvents = {
  tell(event: CompanionEvent): void;
  /** The page begins, or begins anew: it broke down perhaps, with what was on its way. */
  begun(): void;
  /** The page has heard so many more. */
  heard(count: number): void;
};

export function createWindowEvents(contents: () => Page | undefined): ElectronEvents {
  let last: Page | undefined;
  let unheard = 0;
  let isBehind = false;

  /** The page there is; a new one has nothing to catch up with. */
  function presentPage(): Page | null {
    const page = contents();
    if (page === undefined || page.isDestroyed()) return null;
    if (page !== last) {
      last = page;
      forget();
    }
    return page;
  }

  function forget() {
    unheard = 0;
    isBehind = false;
  }

  return {
    tell(event) {
      const page = presentPage();
      if (page === null || isBehind) return;
      isBehind = unheard >= MOST_UNHEARD;
      if (isBehind) return;
      unheard += 1;
      page.send(channels.event, event);
    },
    begun: forget,
    heard(count) {
      const page = presentPage();
      unheard = Math.max(0, unheard - count);
      if (!isBehind) return;
      forget();
      page?.reload();
    },
  };
}
