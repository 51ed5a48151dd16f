// Reads a file that may still be growing: each time the new bytes only, through a check that keeps its state. The
// result is a Reading, which reconcile.ts decides on.
import type { Message } from '../../../messages/message.ts';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { failures, type ImageFault } from '../../messages/failures.ts';
import { errorCode } from '../../platform/error-code.ts';
import type { ListedFile } from './folder-listing.ts';
import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { createHash } from 'node:crypto';

/** The check of what a report is; uploads' image check fits. */
export type ImageRules = {
  /** Of any image, not only those of a report. */
  hasImageExtension(name: string): boolean;
  createImageCheck(name: string): { push(chunk: Buffer): Promise<void>; verdict(): ImageVerdict };
};
type ImageVerdict =
  | { readonly kind: 'complete'; readonly imageHash: string }
  /**
   * `hasHoles`: some bytes were not written yet when they were read, so that the file has to be read again from its
   * start.
   */
  | { readonly kind: 'incomplete'; readonly hasHoles?: true }
  | { readonly kind: 'not-an-image' | 'extension-mismatch'; readonly why: ImageFault };

export type Reading = {
  readonly name: string;
  readonly path: string;
  /** The bytes that were read, and the file's marks at that time. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
  readonly verdict: ImageVerdict | { readonly kind: 'unreadable'; readonly code: string };
  /** More than one reading led to the verdict. */
  readonly inParts: boolean;
  /** It contains a block of zeros, which compressed images hardly ever do: perhaps not everything is written yet. */
  readonly hasHole: boolean;
  /** Monotonic: not read from its start again before then, however often it changes. */
  readonly restUntilMs: number;
  /** Monotonic: since when its size and modification time have not changed. */
  readonly stillSinceMs: number;
  /** Monotonic: intake could not keep the file; not tried again before then. */
  readonly notBeforeMs: number;
  /** A message for the pilot. */
  readonly message: Message | null;
};

export type GrowingFile = {
  /**
   * @param again From the start.
   * @param changedAtMs Monotonic: the last hint that the file changed; null if there was none.
   */
  read(file: ListedFile, again: boolean, changedAtMs: number | null): Promise<Reading>;
};

const pieceBytes = 256 * 1024;
/** A file that is empty when it is opened may hold a megabyte when it is read. */
const leastPieceBytes = 16 * 1024;
/** The smallest unit of a hole in a file. */
const blockBytes = 4096;
/** At most a tenth of the time goes into reading a file that is rewritten again and again. */
const readingShare = 10;
/** A reading during a sleep of the machine did not take hours. */
const maxRestMs = 2_000;

export function createGrowingFile(deps: {
  readonly imageRules: ImageRules;
  readonly monotonic: () => number;
  readonly isStopped: () => boolean;
}): GrowingFile {
  let check: ReturnType<ImageRules['createImageCheck']> | null = null;
  let last: Reading | null = null;

  async function readOn(
    handle: FileHandle,
    file: ListedFile,
    again: boolean,
    changedAtMs: number | null,
  ): Promise<Reading> {
    const beganMs = deps.monotonic();
    const at = await handle.stat();
    const mayGoOn =
      !again && check !== null && last?.verdict.kind === 'incomplete' && last.ino === at.ino && at.size > last.size;
    if (!mayGoOn || check === null) check = deps.imageRules.createImageCheck(file.name);
    let size = mayGoOn && last ? last.size : 0;
    const inParts = size > 0;
    let hasHole = inParts && last?.hasHole === true;
    const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(leastPieceBytes, at.size - size)));
    while (!deps.isStopped()) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, size);
      if (bytesRead === 0) break;
      const piece = buffer.subarray(0, bytesRead);
      await check.push(piece);
      hasHole ||= holdsEmptyBlock(piece, size);
      size += bytesRead;
      // A negative verdict is final; the rest of a large file need not be read.
      if (isFinal(check.verdict())) size = at.size;
    }
    const found = { size, mtimeMs: at.mtimeMs, ino: at.ino, inParts, hasHole, verdict: check.verdict() };
    const tookMs = deps.monotonic() - beganMs;
    const restUntilMs = inParts ? 0 : deps.monotonic() + Math.min(maxRestMs, tookMs * readingShare);
    return readingOf(file, { ...found, restUntilMs }, changedAtMs);
  }

  function readingOf(
    file: ListedFile,
    found: Pick<Reading, 'size' | 'mtimeMs' | 'ino' | 'inParts' | 'hasHole' | 'restUntilMs' | 'verdict'>,
    changedAtMs: number | null,
  ): Reading {
    // Read again without a change: it has been unchanged since the earlier reading.
    const isStill = last?.size === found.size && last.mtimeMs === found.mtimeMs && last.ino === found.ino;
    const stillSinceMs = isStill && last ? last.stillSinceMs : (changedAtMs ?? deps.monotonic());
    const { verdict } = found;
    const message = verdict.kind === 'unreadable' ? failures.fileNotReadableYet(file.name, verdict.code).message : null;
    return { name: file.name, path: file.path, ...found, stillSinceMs, notBeforeMs: 0, message };
  }

  return {
    async read(file, again, changedAtMs) {
      try {
        // Follows no link and waits for no pipe, even where one has just replaced the file.
        const handle = await open(
          file.path,
          constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
        );
        try {
          last = await readOn(handle, file, again, changedAtMs);
        } finally {
          await handle.close();
        }
      } catch (error) {
        check = null;
        const { size, mtimeMs, ino } = file;
        const verdict = { kind: 'unreadable', code: errorCode(error, 'unknown') } as const;
        const found = { size, mtimeMs, ino, inParts: false, hasHole: false, restUntilMs: 0, verdict };
        last = readingOf(file, found, changedAtMs);
      }
      return last;
    },
  };
}

const isFinal = ({ kind }: ImageVerdict) => kind === 'not-an-image' || kind === 'extension-mismatch';

const emptyBlock = Buffer.alloc(blockBytes);

/** @param at Where in the file the piece begins. */
function holdsEmptyBlock(piece: Buffer, at: number): boolean {
  const first = (blockBytes - (at % blockBytes)) % blockBytes;
  for (let block = first; block + blockBytes <= piece.length; block += blockBytes) {
    if (piece[block] === 0 && piece.compare(emptyBlock, 0, blockBytes, block, block + blockBytes) === 0) return true;
  }
  return false;
}

// Files whose content is only in a cloud. macOS and Windows mark them, with a flag and an attribute that Node does not
// report, so the system's own command is asked about files with little on disk. A sparse or compressed file has as
// little and no mark. On other systems nothing marks a placeholder: reading decides.

/** Returns the paths of placeholders among these files. Never rejects. */
export type FindPlaceholders = (files: readonly ListedFile[]) => Promise<ReadonlySet<string>>;

const minBytes = 16 * 1024;
/** One command line holds this many paths. */
const pathsAtOnce = 50;
const timeoutMs = 5_000;

/** Far fewer bytes on disk than its size. Small files may be stored without separate blocks. */
export const hasLittleOnDisk = ({ size, blocks }: Pick<ListedFile, 'size' | 'blocks'>): boolean =>
  size >= minBytes && blocks !== null && blocks * 512 < size / 4;

export const findPlaceholders: FindPlaceholders = async (files) => {
  const { platform } = process;
  const found = new Set<string>();
  if (platform !== 'darwin' && platform !== 'win32') return found;
  const candidates = files.filter((file) => file.kind === 'file' && hasLittleOnDisk(file));
  const atOnce = platform === 'darwin' ? pathsAtOnce : 1;
  for (let at = 0; at < candidates.length; at += atOnce) {
    const some = candidates.slice(at, at + atOnce).map(({ path }) => path);
    const isMarked =
      platform === 'darwin'
        ? datalessOf(await run('/usr/bin/stat', ['-f', '%f', '--', ...some]))
        : [isOffline(await run('attrib.exe', some))];
    for (const [index, path] of some.entries()) if (isMarked[index]) found.add(path);
  }
  return found;
};

const sfDataless = 0x40000000;

/** From the flags that `stat -f %f` prints, one line a file. */
export const datalessOf = (output: string): boolean[] =>
  output.split('\n').map((flags) => (Number(flags) & sfDataless) !== 0);

/** From the line that `attrib` prints: letters in columns, then the path. O: the content is not on this computer. */
export const isOffline = (output: string): boolean => /^[A-Z ]*O[A-Z ]* [A-Z]:\\/.test(output);

const run = (program: string, args: readonly string[]) =>
  new Promise<string>((resolve) => {
    // A program that fails, because a file was just deleted, still prints what it knows.
    execFile(program, args, { timeout: timeoutMs, windowsHide: true }, (_error, stdout) => resolve(stdout));
  });

// Which names a watcher examines: those that the service accepts, and images of other extensions, so that a pilot whose
// tool saves .webp or .jfif gets a message. Other files and hidden ones are ignored: macOS writes a screenshot under a
// name with a leading dot first, and `._shot.png` is a companion file.

/** @param name A name or a path. */
export const maybeReport = (name: string, imageRules: Pick<ImageRules, 'hasImageExtension'>): boolean =>
  !basename(name).startsWith('.') && imageRules.hasImageExtension(name);

// The hashes of a file: of its bytes, and of the picture that it draws.

export type FileIdentity = {
  readonly sha256: string;
  /** The same for another comment, EXIF or compression (0041); `sha256` if the file is no whole image. */
  readonly imageHash: string;
};

/** Reads the whole file. Follows no link and waits for no pipe. Rejects with the system's error. */
export async function identifyFile(
  path: string,
  { createImageCheck }: Pick<ImageRules, 'createImageCheck'>,
): Promise<FileIdentity> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const hash = createHash('sha256');
    const check = createImageCheck(path);
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: 256 * 1024 })) {
      hash.update(chunk as Buffer);
      await check.push(chunk as Buffer);
    }
    const sha256 = hash.digest('hex');
    const verdict = check.verdict();
    return { sha256, imageHash: verdict.kind === 'complete' ? verdict.imageHash : sha256 };
  } finally {
    await handle.close();
  }
}
