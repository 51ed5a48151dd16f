// The body of an upload, streamed from disk with its length known beforehand (RFC 7578).
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';

export type UploadFile = {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly mediaType: string;
};

/**
 * One part named `report`. `onSent` hears how many bytes of the whole body were handed to the connection;
 * hearing nothing means that nothing left this computer.
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
    for await (const chunk of createReadStream(file.path, { highWaterMark: 64 * 1024 })) {
      sent += (chunk as Buffer).length;
      yield chunk as Buffer;
      onSent(sent, totalBytes);
    }
    yield tail;
    onSent(totalBytes, totalBytes);
  }
  return { contentType: `multipart/form-data; boundary=${boundary}`, totalBytes, stream: stream() };
}

/** As browsers write file names in form data: quotes and line ends percent-encoded, the rest as UTF-8. */
const escapeName = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
