// Reads an image for a window, which decodes it. An image that is too large for a window is not shown, but still
// uploaded.
import { open } from 'node:fs/promises';
import { mostDrawnBytes, type ImageBytes } from '../../contract/bridge.ts';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { failures } from '../messages/failures.ts';

type Found = Result<{ readonly path: string; readonly mediaType: ImageBytes['mediaType'] }>;

/** Rejects only if the disk fails. */
export async function readImageBytes(found: Found): Promise<Result<ImageBytes>> {
  if (!found.ok) return found;
  const { path, mediaType } = found.value;
  const file = await open(path).catch(() => null);
  if (file === null) return failed(failures.notFound('image'));
  try {
    const { size } = await file.stat();
    if (size > mostDrawnBytes) return failed(failures.imageNotDrawn(size));
    return ok({ mediaType, bytes: new Uint8Array(await file.readFile()) });
  } finally {
    await file.close();
  }
}
