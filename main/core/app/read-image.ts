// Reads an image for a window, which decodes it. An image that is too large for a window is not shown, but still
// uploaded.
import { mostDrawnBytes, type ImageBytes } from '../../contract/bridge.ts';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { failures } from '../messages/failures.ts';
import { openFile } from '../platform/files/file-hash.ts';

type Found = Result<{ readonly path: string; readonly mediaType: ImageBytes['mediaType'] }>;

/** Rejects only if the disk fails. */
export async function readImageBytes(found: Found): Promise<Result<ImageBytes>> {
  if (!found.ok) return found;
  const { path, mediaType } = found.value;
  const file = await openFile(path).catch(() => null);
  if (file === null) return failed(failures.notFound('image'));
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return failed(failures.notFound('image'));
    const { size } = stat;
    if (size > mostDrawnBytes) return failed(failures.imageNotDrawn(size));
    return ok({ mediaType, bytes: new Uint8Array(await file.readFile()) });
  } finally {
    await file.close();
  }
}
