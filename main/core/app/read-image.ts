// A picture's bytes for a window, which alone decodes them: here they are only counted. What is larger than a window
// should hold is not drawn, and is sent to the service all the same.
import { open } from 'node:fs/promises';
import { mostDrawnBytes, type ImageBytes } from '../../contract/image.ts';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { failures } from '../messages/failures.ts';

type Found = Result<{ readonly path: string; readonly mediaType: ImageBytes['mediaType'] }>;

/** Rejects only where the disk does. */
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
