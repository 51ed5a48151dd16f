// The browser of the demonstration: its pilot consents automatically. It follows redirects to the loopback address, so
// that the rest of the sign-in is the real one.
import { failed, ok } from '../../contract/failure.ts';
import { message } from '../../messages/message.ts';
import { failures } from '../messages/failures.ts';
import { loadUndici } from '../platform/network/http-network.ts';
import type { BrowserOpener } from '../platform/ports.ts';

export const autoConsentBrowser: BrowserOpener = {
  async open(address) {
    try {
      const { fetch } = await loadUndici();
      const answer = await fetch(address, { redirect: 'follow' });
      await answer.text();
      return ok(null);
    } catch {
      return failed(failures.serviceUnreachable(message('shared.demoService')));
    }
  },
};
