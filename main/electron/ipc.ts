// The process's side of the bridge. Checks the sender, then the shape of the call; the companion parses each command's
// input. Nothing thrown reaches the window: a bug is logged and answered with a message.
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { z } from 'zod';
import { failed, ok, type Result } from '../contract/failure.ts';
import type { Companion } from '../core/app/companion.ts';
import { failures } from '../core/messages/failures.ts';
import { readImageBytes } from '../core/app/read-image.ts';
import type { Logger } from '../core/platform/ports.ts';
import { channels, maxFilesAtOnce, maxReceivedBytes } from './preload/channels.ts';
import { message } from '../messages/message.ts';
import { appOrigin } from './window/protocol.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { mkdirSync, rmSync } from 'node:fs';
import type { CompanionEvent } from '../contract/events.ts';

const name = z.string().min(1).max(1024);
const stripIdSchema = z.string().regex(/^(?:job|flight)-\d{1,15}$/);
const heardSchema = z.number().int().min(1).max(1_000_000);
const filesSchema = z.array(z.object({ name, path: z.string().min(1).max(4096) })).max(maxFilesAtOnce);
const fileBytesSchema = z.object({
  name,
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
      return receivedFiles.keep(file.data, (kept) => companion.addFiles([kept], dropped));
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
      const stripId = stripIdSchema.safeParse(given);
      return stripId.success ? readImageBytes(await companion.image(stripId.data)) : wrongShape();
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

// Files that arrive as bytes because they have no path. The companion adds files by path, so the bytes are in a folder
// of ours until it has copied them to its spool.

export type ReceivedFile = { readonly name: string; readonly bytes: Uint8Array };
type ReceivedFiles = ReturnType<typeof createReceivedFiles>;

/** `folder` belongs to the app: what an earlier run left in it is removed. */
export function createReceivedFiles(folder: string) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  return {
    /** Keeps the bytes on disk while `use` runs. Rejects if they can't be written. */
    async keep<T>(
      { name, bytes }: ReceivedFile,
      use: (file: { path: string; name: string }) => Promise<T>,
    ): Promise<T> {
      const place = await mkdtemp(join(folder, 'file-'));
      try {
        // The page's file name is only displayed; the name on disk gets a plain extension of it at most.
        const extension = /^\.[a-z0-9]{1,5}$/i.exec(extname(name))?.[0] ?? '';
        const path = join(place, `received${extension}`);
        await writeFile(path, bytes, { mode: 0o600 });
        return await use({ path, name });
      } finally {
        await rm(place, { recursive: true, force: true });
      }
    },
  };
}

// Sends events to the window. Electron queues unread events without limit, so the page confirms how many it has
// received. A page that confirms nothing for long (it hangs, or is being debugged) gets no more, and is reloaded once
// it responds again.

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
