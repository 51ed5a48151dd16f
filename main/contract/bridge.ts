// What a window gets from its host, over any transport: Electron's IPC, or HTTP and server-sent events.
import * as z from 'zod/mini';
import type { CommandInput, CommandName, CommandOutput, IntakeAnswer } from './commands.ts';
import type { CompanionEvent } from './events.ts';
import type { Result } from './failure.ts';
import type { Exported, LogbookExportInput } from './logbook.ts';

export type Bridge = {
  /** Never rejects: a lost connection to the process is a failure of kind 'service-unreachable'. */
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandOutput<N>>>;
  /**
   * Adds dropped or chosen files. Resolves when each is safe in the queue, or rejected with a reason.
   * @param pilot whose reports they become; null: the shown pilot's
   */
  addFiles(files: readonly BridgeFile[], pilot: number | null): Promise<Result<IntakeAnswer[]>>;
  /** The path of a dropped folder; null if the host doesn't tell. */
  folderPath(folder: BridgeFile): string | null;
  /** Returns a function that ends it. After a gap (sleep, lost connection) the host sends 'state.changed', and the window fetches again. */
  subscribe(listener: (event: CompanionEvent) => void): () => void;
  /**
   * Writes the flights to a file: the desktop app prompts for a path, a browser downloads it. Null when the pilot
   * cancelled.
   */
  exportLogbook(input: LogbookExportInput): Promise<Result<Exported | null>>;
  /** The image of a report, or one of `offeredImages`, or a `leftOut` one, not decoded: the window does that, within limits. */
  image(id: string): Promise<Result<ImageBytes>>;
};

/** A DOM File, named here without the DOM so that the contract stays pure. */
export type BridgeFile = { readonly name: string; readonly size: number };

const drawnMediaTypes = ['image/png', 'image/jpeg'] as const;

/** The extensions that the service accepts (document, "Limits"), in lower case, and what each holds. */
export const reportExtensions: Readonly<Partial<Record<string, 'PNG' | 'JPEG'>>> = {
  '.png': 'PNG',
  '.jpg': 'JPEG',
  '.jpeg': 'JPEG',
};
/** For the file picker of a browser. */
export const acceptedFiles = [...Object.keys(reportExtensions), ...drawnMediaTypes].join();

/** The largest image that a window draws. Screenshots have a few megabytes. */
export const mostDrawnBytes = 64 * 1024 * 1024;

/** An image as the pilot's file has it; of a `leftOut` one without a type. The window decodes it, and limits its bytes and pixels. */
export const imageBytesSchema = z.object({
  mediaType: z.enum([...drawnMediaTypes, 'application/octet-stream']),
  bytes: z.instanceof(Uint8Array).check(z.refine((bytes) => bytes.byteLength <= mostDrawnBytes)),
});
export type ImageBytes = z.infer<typeof imageBytesSchema>;
