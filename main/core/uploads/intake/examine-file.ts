// What intake would answer for a file, by the same rules in the same order (copy-file.ts), without adding it.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { errorCode } from '../../platform/error-code.ts';
import type { Failure } from '../../../contract/failure.ts';
import { failures } from '../../messages/failures.ts';
import { isFarTooLarge, type IntakeFile, readBuffers, hashStream } from './copy-file.ts';
import { imageRules } from '../image/image-check.ts';

type Examined =
  /** `held`: it would be added, and held for this reason. */
  | {
      readonly kind: 'whole';
      readonly sha256: string;
      readonly imageHash: string;
      readonly bytes: number;
      readonly held: Failure | null;
    }
  | { readonly kind: 'rejected'; readonly failure: Failure; readonly bytes: number | null };

export async function examineFile(file: IntakeFile, maxBytes: number): Promise<Examined> {
  const rejected = (failure: Failure, bytes: number | null = null): Examined => ({ kind: 'rejected', failure, bytes });
  if (!imageRules.hasImageExtension(file.name)) {
    return rejected(failures.notAReport(file.name, { reason: 'otherExtension' }));
  }
  let handle: FileHandle;
  try {
    handle = await open(file.path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return rejected(failures.fileUnreadable(file.name, codeOf(error)));
  }
  try {
    const info = await handle.stat();
    if (!info.isFile()) return rejected(failures.fileUnreadable(file.name, 'not a file'));
    if (info.size === 0) return rejected(failures.notAReport(file.name, { reason: 'empty' }), 0);
    if (isFarTooLarge(info.size, maxBytes)) {
      return rejected(failures.fileTooLarge(info.size, maxBytes), info.size);
    }
    return await examine(handle, file.name, maxBytes);
  } catch (error) {
    return rejected(failures.fileUnreadable(file.name, codeOf(error)));
  } finally {
    await handle.close();
  }
}

async function examine(handle: FileHandle, name: string, maxBytes: number): Promise<Examined> {
  const hash = createHash('sha256');
  const check = imageRules.createImageCheck(name);
  let bytes = 0;
  await hashStream(handle, readBuffers(), async (piece) => {
    hash.update(piece);
    await check.push(piece);
    bytes += piece.length;
    return true;
  });
  const verdict = check.verdict();
  if (verdict.kind === 'incomplete') return { kind: 'rejected', failure: failures.fileIncomplete(name), bytes };
  if (verdict.kind !== 'complete') return { kind: 'rejected', failure: failures.notAReport(name, verdict.why), bytes };
  const held = bytes > maxBytes ? failures.fileTooLarge(bytes, maxBytes) : null;
  return { kind: 'whole', sha256: hash.digest('hex'), imageHash: verdict.imageHash, bytes, held };
}

/** A read error has its code in its cause. */
const codeOf = (error: unknown) => errorCode(error instanceof Error ? (error.cause ?? error) : error);
