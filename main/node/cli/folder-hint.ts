// A folder given instead of a file: another command adds its screenshots.
import { stat } from 'node:fs/promises';
import { message, type Message } from '../../messages/message.ts';

/** Returns a hint where `path` is a folder, else null. `name` is the path as it was typed. */
export async function folderHint(name: string, path: string): Promise<Message | null> {
  const isFolder = await stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
  return isFolder ? message('cli.upload.folder', { name }) : null;
}
