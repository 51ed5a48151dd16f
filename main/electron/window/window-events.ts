// Sends events to the window. Electron queues unread events without limit, so the page confirms how many it has
// received. A page that confirms nothing for long (it hangs, or is being debugged) gets no more, and is reloaded once
// it responds again.
import type { WebContents } from 'electron';
import type { CompanionEvent } from '../../contract/events.ts';
import { channels } from '../preload/channels.ts';

/** A busy board sends a few a second. */
const mostUnheard = 2_000;

type Page = Pick<WebContents, 'isDestroyed' | 'send' | 'reload'>;

type ElectronEvents = {
  send(event: CompanionEvent): void;
  /** The page starts or restarts; events from before are void. */
  begun(): void;
  /** The page has received this many more. */
  heard(count: number): void;
};

export function createWindowEvents(contents: () => Page | undefined): ElectronEvents {
  let last: Page | undefined;
  let unheard = 0;
  let isBehind = false;

  /** The current page, or null; a new page starts without unconfirmed events. */
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
    send(event) {
      const page = presentPage();
      if (page === null || isBehind) return;
      isBehind = unheard >= mostUnheard;
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
