// Checks our copy of an image before it is uploaded. A disk can lose or change data, and the service would make a
// record of that.
import { errorCode } from '../../platform/error-code.ts';
import { hashFile } from '../../platform/files/file-hash.ts';
import type { Job } from '../../storage/tables/jobs.ts';

type CopyState = 'whole' | 'missing' | 'damaged';
/** `now` differs from `found` where the copy was restored from the original. */
export type CopyCheck = { readonly found: CopyState; readonly now: CopyState };

type Content = Pick<Job, 'sha256'>;

/** @param restore Restores the copy from the original; the result is checked here. */
export async function checkCopy(job: Content, path: string, restore: () => Promise<void>): Promise<CopyCheck> {
  const found = await stateOf(job, path);
  if (found === 'whole') return { found, now: found };
  await restore();
  return { found, now: await stateOf(job, path) };
}

async function stateOf({ sha256 }: Content, path: string): Promise<CopyState> {
  try {
    return (await hashFile(path)) === sha256 ? 'whole' : 'damaged';
  } catch (error) {
    const code = errorCode(error);
    // Too many open files prove nothing about this one: the next attempt will show.
    if (code === 'EMFILE' || code === 'ENFILE') throw error;
    return code === 'ENOENT' ? 'missing' : 'damaged';
  }
}
