// How programs write an image into a folder: in one write, in pieces with pauses, under a temporary name, over another
// image.

import { appendFile, open, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { between, type Draw } from '../../bench/harness/draw.ts';

/** Resolves when the last byte is written and the file has its name. */
type Writer = (path: string, bytes: Buffer, random: Draw) => Promise<void>;

/** In the same folder, so that it is renamed within it. */
const temporary = (path: string) => join(dirname(path), `${basename(path)}.part`);

export const writers: Readonly<Record<'atOnce' | 'inPieces' | 'renamed' | 'replaced', Writer>> = {
  async atOnce(path, bytes) {
    await writeFile(path, bytes);
  },

  async inPieces(path, bytes, random) {
    for (const piece of cut(bytes, random)) {
      await appendFile(path, piece);
      await pause(between(random, 0, 60));
    }
    const file = await open(path, 'a');
    await file.write(bytes.subarray(lastCut(bytes)));
    await file.close();
  },

  async renamed(path, bytes, random) {
    for (const piece of [...cut(bytes, random), bytes.subarray(lastCut(bytes))]) {
      await appendFile(temporary(path), piece);
      await pause(between(random, 0, 20));
    }
    await rename(temporary(path), path);
  },

  /** An image that may already have been added is replaced byte by byte. */
  async replaced(path, bytes, random) {
    const file = await open(path, 'r+').catch(() => open(path, 'w'));
    await file.truncate(0);
    await writePieces(file, bytes, random);
    await file.close();
  },
};

async function writePieces(file: Awaited<ReturnType<typeof open>>, bytes: Buffer, random: Draw): Promise<void> {
  for (const piece of cut(bytes, random)) {
    await file.write(piece);
    await pause(between(random, 0, 60));
  }
  await file.write(bytes.subarray(lastCut(bytes)));
}

/** The last piece is a byte or two: without it the image is incomplete. */
const lastCut = (bytes: Buffer) => bytes.length - 2;

function cut(bytes: Buffer, random: Draw): Buffer[] {
  const pieces: Buffer[] = [];
  const end = lastCut(bytes);
  for (let at = 0; at < end;) {
    const next = Math.min(end, at + Math.ceil(between(random, 1, bytes.length / 2)));
    pieces.push(bytes.subarray(at, next));
    at = next;
  }
  return pieces;
}
