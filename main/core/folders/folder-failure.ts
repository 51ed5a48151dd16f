// Whether folders can be watched at all.
import { resolve } from 'node:path';
import type { Failure } from '../../contract/failure.ts';
import { failures } from '../messages/failures.ts';
import { concernOfUnavailable } from '../watch/folder-watch.ts';
import { whyUnavailable } from '../watch/listing/folder-listing.ts';

/** Returns why the first of them that cannot be watched cannot; null if all can. */
export async function folderFailure(paths: readonly string[]): Promise<Failure | null> {
  for (const path of paths.map((one) => resolve(one))) {
    const code = await whyUnavailable(path);
    if (code === 'ENOENT') return failures.folderMissing(path);
    if (code !== null) return concernOfUnavailable(path, code);
  }
  return null;
}
