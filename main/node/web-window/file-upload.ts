// Files from a browser: streamed to a temporary file, added by the companion, then removed.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IntakeAnswer } from '../../contract/commands.ts';
import { failed } from '../../contract/failure.ts';
import type { Result } from '../../contract/failure.ts';
import type { Companion } from '../../core/app/companion.ts';
import { failures } from '../../core/messages/failures.ts';

/** Far above the limits of any service; the companion's own limit, a setting, is checked later. */
const MOST_FILE_BYTES = 256 * 1024 * 1024;
const MOST_NAME_LENGTH = 255;

class TooLarge extends Error {}

function limited(maxBytes: number) {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(new TooLarge());
      else done(null, chunk);
    },
  });
}

/** Returns the last part of a path. The name is only a label: nothing is opened by it. */
export function labelOf(name: string): string {
  const last = basename(name.replaceAll('\\', '/')).trim();
  return last.slice(0, MOST_NAME_LENGTH) || 'screenshot';
}

type Options = {
  readonly companion: Companion;
  readonly incomingDir: string;
  readonly maxBytes?: number;
};

export function createWindowIntake({ companion, incomingDir, maxBytes = MOST_FILE_BYTES }: Options) {
  return async (body: Readable, givenName: string): Promise<Result<IntakeAnswer[]>> => {
    const name = labelOf(givenName);
    await mkdir(incomingDir, { recursive: true, mode: 0o700 });
    const path = join(incomingDir, randomUUID());
    try {
      await pipeline(body, limited(maxBytes), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return await companion.addFiles([{ path, name }], { kind: 'dropped' });
    } catch (thrown) {
      if (thrown instanceof TooLarge) return failed(failures.fileTooLarge(maxBytes + 1, maxBytes));
      const code = (thrown as NodeJS.ErrnoException).code;
      if (code === 'ENOSPC' || code === 'EACCES' || code === 'EROFS') return failed(failures.disk(code));
      if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET') return failed(failures.cancelled());
      throw thrown;
    } finally {
      await rm(path, { force: true });
    }
  };
}
