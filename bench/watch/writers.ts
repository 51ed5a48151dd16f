// How programs write a picture into a folder: at once, in pieces with pauses, under another name first, over another picture.

import { appendFile, open, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { between } from './pictures.ts';
import type { Random } from './pictures.ts';

/** Resolves when the last byte is written and the file has its name, with the moment of that (epoch milliseconds). */
export type Writer = (path: string, bytes: Buffer, random: Random) => Promise<number>;

const now = () => performance.timeOrigin + performance.now();

/** Beside it, so that the renaming is one within the folder. */
const temporary = (path: string) => join(dirname(path), `${basename(path)}.part`);

export const writers: Readonly<Record<'atOnce' | 'inPieces' | 'renamed' | 'replaced', Writer>> = {
  async atOnce(path, bytes) {
    await writeFile(path, bytes);
    return now();
  },

  async inPieces(path, bytes, random) {
    for (const piece of cut(bytes, random)) {
      await appendFile(path, piece);
      await pause(between(random, 0, 60));
    }
    const file = await open(path, 'a');
    await file.write(bytes.subarray(lastCut(bytes)));
    const atMs = now();
    await file.close();
    return atMs;
  },

  async renamed(path, bytes, random) {
    for (const piece of [...cut(bytes, random), bytes.subarray(lastCut(bytes))]) {
      await appendFile(temporary(path), piece);
      await pause(between(random, 0, 20));
    }
    await rename(temporary(path), path);
    return now();
  },

  /** A picture stands there, is taken or not, and another takes its place byte by byte. */
  async replaced(path, bytes, random) {
    const file = await open(path, 'r+').catch(() => open(path, 'w'));
    await file.truncate(0);
    const atMs = await writePieces(file, bytes, random);
    await file.close();
    return atMs;
  },
};

async function writePieces(file: Awaited<ReturnType<typeof open>>, bytes: Buffer, random: Random): Promise<number> {
  for (const piece of cut(bytes, random)) {
    await file.write(piece);
    await pause(between(random, 0, 60));
  }
  await file.write(bytes.subarray(lastCut(bytes)));
  return now();
}

/** The last piece is a byte or two: without it the picture ends a moment before its end. */
const lastCut = (bytes: Buffer) => bytes.length - 2;

function cut(bytes: Buffer, random: Random): Buffer[] {
  const pieces: Buffer[] = [];
  const end = lastCut(bytes);
  for (let at = 0; at < end;) {
    const next = Math.min(end, at + Math.ceil(between(random, 1, bytes.length / 2)));
    pieces.push(bytes.subarray(at, next));
    at = next;
  }
  return pieces;
}
