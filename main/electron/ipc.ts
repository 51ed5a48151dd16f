// The process's side of the bridge. Checks the sender, then the shape of the call; the companion parses each command's
// input. Nothing thrown reaches the window: a bug is logged and answered with a message.
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { z } from 'zod';
import { failed, ok, type Result } from '../contract/failure.ts';
import { offeredImages } from '../contract/strip.ts';
import type { Companion } from '../core/app/companion.ts';
import { failures } from '../core/messages/failures.ts';
import { readImageBytes } from '../core/app/read-image.ts';
import type { Logger } from '../core/platform/ports.ts';
import { channels, maxFilesAtOnce, maxReceivedBytes } from './preload/channels.ts';
import { message } from '../messages/message.ts';
import type { ReceivedFiles } from './received-files.ts';
import { appOrigin } from './window/protocol.ts';
import { createWindowEvents } from './window/window-events.ts';

const name = z.string().min(1).max(1024);
const imageIdSchema = z.union([
  z
    .string()
    .regex(/^(?:job|flight)-\d{1,15}$|^left-out:/)
    .max(1024),
  z.enum(offeredImages),
]);
const heardSchema = z.number().int().min(1).max(1_000_000);
const pilot = z.number().int().nullable();
const filesSchema = z.array(z.object({ name, path: z.string().min(1).max(4096), pilot })).max(maxFilesAtOnce);
const fileBytesSchema = z.object({
  name,
  pilot,
  bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= maxReceivedBytes),
});

/** More than a window ever has in progress. */
const mostAtOnce = 256;

type IpcOptions = {
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  /** While it starts, calls wait for it; null if it could not start. */
  readonly companion: Promise<Companion | null>;
  /** The page of the window, if there is one. */
  readonly contents: () => WebContents | undefined;
  readonly receivedFiles: ReceivedFiles;
  readonly log: Logger;
};

/** Answers the window's calls and sends it the companion's events. Returns a function that stops the latter. */
export function serveWindow({ ipcMain, companion: started, contents, receivedFiles, log }: IpcOptions): () => void {
  const dropped = { kind: 'dropped' } as const;
  const wrongShape = () => failed(failures.wrongInput(message('failure.unknownCommand')));

  const events = createWindowEvents(contents);
  let inProgress = 0;

  type Answer = Promise<Result<unknown>> | Result<unknown>;
  /** One row for each channel that a window may call. */
  const handlers: Readonly<Record<string, (companion: Companion, ...values: unknown[]) => Answer>> = {
    [channels.call]: (companion, command, input) => companion.handle(command, input),
    [channels.files]: (companion, given) => {
      const files = filesSchema.safeParse(given);
      return files.success ? companion.addFiles(files.data, dropped) : wrongShape();
    },
    [channels.fileBytes]: (companion, given) => {
      const file = fileBytesSchema.safeParse(given);
      if (!file.success) return wrongShape();
      const whose = { pilot: file.data.pilot };
      return receivedFiles.keep(file.data, (kept) => companion.addFiles([{ ...kept, ...whose }], dropped));
    },
    [channels.begun]: () => {
      events.begun();
      return ok(null);
    },
    [channels.heard]: (_companion, given) => {
      const count = heardSchema.safeParse(given);
      if (!count.success) return wrongShape();
      events.heard(count.data);
      return ok(null);
    },
    [channels.image]: async (companion, given) => {
      const id = imageIdSchema.safeParse(given);
      return id.success ? readImageBytes(await companion.image(id.data)) : wrongShape();
    },
  };

  for (const [channel, handle] of Object.entries(handlers)) {
    ipcMain.handle(channel, async (event: IpcMainInvokeEvent, ...values: unknown[]) => {
      if (!isOwnWindow(event, contents())) {
        log.warn('a call from another page was rejected', { channel });
        return failed({ kind: 'not-permitted', message: message('failure.windowOnly') });
      }
      if (inProgress >= mostAtOnce) return failed(failures.notNow(message('failure.tooManyRequests')));
      inProgress += 1;
      try {
        const companion = await started;
        return companion === null ? failed(failures.unexpected()) : await handle(companion, ...values);
      } catch (bug) {
        log.error('a call of the window threw', { channel, bug });
        return failed(failures.unexpected());
      } finally {
        inProgress -= 1;
      }
    });
  }

  const subscribed = started.then((companion) => companion?.subscribe(events.send));
  return () => void subscribed.then((end) => end?.());
}

// Accepts calls only from the main frame of our own window, showing our own page.

type Sender = {
  readonly sender: Pick<IpcMainInvokeEvent['sender'], 'id'>;
  readonly senderFrame: { readonly parent: unknown; readonly origin: string } | null;
};

/** False also if the frame is gone (senderFrame is null then). */
export function isOwnWindow({ sender, senderFrame }: Sender, window: Pick<WebContents, 'id'> | undefined): boolean {
  if (window === undefined || sender.id !== window.id) return false;
  return senderFrame !== null && senderFrame.parent === null && senderFrame.origin === appOrigin;
}
