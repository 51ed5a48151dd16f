// Accepts calls only from the main frame of our own window, showing our own page.
import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { appOrigin } from './window/app-address.ts';

type Sender = {
  readonly sender: Pick<IpcMainInvokeEvent['sender'], 'id'>;
  readonly senderFrame: { readonly parent: unknown; readonly origin: string } | null;
};

/** False also if the frame is gone (senderFrame is null then). */
export function isOwnWindow({ sender, senderFrame }: Sender, window: Pick<WebContents, 'id'> | undefined): boolean {
  if (window === undefined || sender.id !== window.id) return false;
  return senderFrame !== null && senderFrame.parent === null && senderFrame.origin === appOrigin;
}
