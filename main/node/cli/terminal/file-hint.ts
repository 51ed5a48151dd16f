// What is wrong with a file that was typed, if it can be checked immediately.
import { stat } from 'node:fs/promises';
import { errorCode } from '../../../core/platform/error-code.ts';
import { message, type Message } from '../../../messages/message.ts';

/** Returns a message where `path` is a folder or is missing, else null. `name` is the path as it was typed. */
export async function fileHint(name: string, path: string): Promise<Message | null> {
  try {
    const info = await stat(path);
    return info.isDirectory() ? message('cli.upload.folder', { name }) : null;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(errorCode(error)) ? message('cli.upload.missing', { name }) : null;
  }
}
