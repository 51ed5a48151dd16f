// The process's side of the window's bridge. Sender first, then the shape of what arrived, then the companion, which
// parses each command's input itself. Nothing thrown reaches the window: a bug is logged and answered in plain words.
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { z } from 'zod';
import { failed, ok, type Result } from '../contract/failure.ts';
import type { Companion } from '../core/app/companion.ts';
import { failures } from '../core/messages/failures.ts';
import { readImageBytes } from '../core/app/read-image.ts';
import type { Logger } from '../core/platform/ports.ts';
import { channels, maxFilesAtOnce, maxReceivedBytes } from './preload/channels.ts';
import type { ReceivedFiles } from './received-files.ts';
import { isOwnWindow } from './sender.ts';
import { createWindowEvents } from './window/window-events.ts';

const name = z.string().min(1).max(1024);
const stripIdSchema = z.string().regex(/^(?:job|flight)-\d{1,15}$/);
const heardSchema = z.number().int().min(1).max(1_000_000);
const filesSchema = z.array(z.object({ name, path: z.string().min(1).max(4096) })).max(maxFilesAtOnce);
const fileBytesSchema = z.object({
  name,
  bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= maxReceivedBytes),
});

/** A window asks for a handful of things at a time. */
const mostAtOnce = 256;
const tooManyAtOnce = 'The window asks for more at a time than the companion answers. Try again in a moment.';

export type IpcOptions = {
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  readonly companion: Companion;
  /** The page of the one window, while there is one. */
  readonly contents: () => WebContents | undefined;
  readonly receivedFiles: ReceivedFiles;
  readonly log: Logger;
};

/** Answers the window's calls and sends it the companion's events. Returns the undo of the latter. */
export function serveWindow({ ipcMain, companion, contents, receivedFiles, log }: IpcOptions): () => void {
  const dropped = { kind: 'dropped' } as const;
  const wrongShape = () => failed(failures.wrongInput('The window sent something that the companion does not know.'));

  const events = createWindowEvents(contents);
  let inProgress = 0;

  type Answer = Promise<Result<unknown>> | Result<unknown>;
  /** One row for each channel that a window may call. */
  const handlers: Readonly<Record<string, (...values: unknown[]) => Answer>> = {
    [channels.call]: (command, input) => companion.handle(command, input),
    [channels.files]: (given) => {
      const files = filesSchema.safeParse(given);
      return files.success ? companion.addFiles(files.data, dropped) : wrongShape();
    },
    [channels.fileBytes]: (given) => {
      const file = fileBytesSchema.safeParse(given);
      if (!file.success) return wrongShape();
      return receivedFiles.keep(file.data, (kept) => companion.addFiles([kept], dropped));
    },
    [channels.begun]: () => {
      events.begun();
      return ok(null);
    },
    [channels.heard]: (given) => {
      const count = heardSchema.safeParse(given);
      if (!count.success) return wrongShape();
      events.heard(count.data);
      return ok(null);
    },
    [channels.image]: async (given) => {
      const stripId = stripIdSchema.safeParse(given);
      return stripId.success ? readImageBytes(await companion.image(stripId.data)) : wrongShape();
    },
  };

  for (const [channel, handle] of Object.entries(handlers)) {
    ipcMain.handle(channel, async (event: IpcMainInvokeEvent, ...values: unknown[]) => {
      if (!isOwnWindow(event, contents())) {
        log.warn('A call from a page that is not the window was refused', { channel });
        return failed({ kind: 'not-permitted', message: 'Only the window of the companion may ask for this.' });
      }
      if (inProgress >= mostAtOnce) return failed(failures.notNow(tooManyAtOnce));
      inProgress += 1;
      try {
        return await handle(...values);
      } catch (bug) {
        log.error('A call of the window met a bug', { channel, bug });
        return failed(failures.unexpected());
      } finally {
        inProgress -= 1;
      }
    });
  }

  return companion.subscribe(events.tell);
}
