// The body of an upload, streamed from disk, with its length known beforehand (RFC 7578).
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';

export type UploadFile = {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly mediaType: string;
  /** Hex. A file with another hash is not sent to its end. */
  readonly sha256: string;
};

/** The file does not match its job. */
class FileDamaged extends Error {
  readonly code = 'FILE_DAMAGED';
  constructor() {
    super('the file on disk does not match its hash');
  }
}

/**
 * One part named `report`. `onSent` counts the bytes passed to the connection; without a call, nothing was sent. The
 * stream hashes what it reads, and throws `FileDamaged` before the last piece of a wrong file, so that no service gets
 * such a body completely.
 */
export function multipartBody(file: UploadFile, onSent: (sentBytes: number, totalBytes: number) => void) {
  const boundary = `----report${randomBytes(18).toString('base64url')}`;
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="report"; filename="${escapeName(file.name)}"\r\nContent-Type: ${file.mediaType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const totalBytes = head.length + file.bytes + tail.length;
  async function* stream() {
    let sent = head.length;
    onSent(sent, totalBytes);
    yield head;
    for await (const piece of checkedPieces(file)) {
      sent += piece.length;
      yield piece;
      onSent(sent, totalBytes);
    }
    yield tail;
    onSent(totalBytes, totalBytes);
  }
  return { contentType: `multipart/form-data; boundary=${boundary}`, totalBytes, stream: stream() };
}

/** The file in pieces, each held back until the next one is read, and the last one until the hash is right. */
async function* checkedPieces({ path, bytes, sha256 }: UploadFile): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let readBytes = 0;
  let held: Buffer | null = null;
  for await (const chunk of createReadStream(path, { highWaterMark: 64 * 1024 })) {
    const piece = chunk as Buffer;
    hash.update(piece);
    readBytes += piece.length;
    if (readBytes > bytes) throw new FileDamaged();
    if (held) yield held;
    held = piece;
  }
  if (readBytes !== bytes || hash.digest('hex') !== sha256) throw new FileDamaged();
  if (held) yield held;
}

/**
 * File names in form data as browsers write them (WHATWG HTML, "escape a multipart/form-data name"), with all other
 * control characters escaped in the same way: RFC 9110 §5.5 allows none in a header.
 */
const escapeName = (name: string) => name.replaceAll(/["\p{Cc}]/gu, encodeURIComponent);
