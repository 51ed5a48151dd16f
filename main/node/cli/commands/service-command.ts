// `service`: runs `watch` in the background of a computer without a window, from login on.
import { folderFailure } from '../../../core/watch/folder-listing.ts';
import { homeDir } from '../../../core/platform/files/home-dir.ts';
import { resolve } from 'node:path';
import { message } from '../../../messages/message.ts';
import type { Given } from './command.ts';
import { exitCodes, fail, wrongUsage } from '../terminal/output.ts';
import { createService, type Service } from '../../system/service.ts';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export async function service({ args, dataDir, options, out }: Given): Promise<number> {
  const { platform, env } = process;
  const found = createService({
    platform,
    env,
    home: homeDir(),
    dataDir: resolve(dataDir),
    userId: process.getuid?.() ?? 0,
  });
  if (found === null) {
    out.warn(message('cli.service.unsupported'));
    return exitCodes.failed;
  }
  const [action, ...folders] = args;
  if (action === 'install' && folders.length > 0) {
    const profile = typeof options['profile'] === 'string' ? ['--profile', options['profile']] : [];
    const watched = folders.map((folder) => resolve(folder));
    const wrong = await folderFailure(watched);
    if (wrong) {
      out.failure(wrong);
      return exitCodes.usage;
    }
    const installed = await found.install([
      ...ownProgram(),
      '--data-dir',
      resolve(dataDir),
      ...profile,
      'watch',
      ...watched,
    ]);
    if (!installed.ok) return fail(out, installed.failure);
    const names = found.environment.map(([name]) => name);
    const isKept = found.keepsEnvironment;
    if (names.length > 0) out.print(message('cli.service.environment', { isKept, names, count: names.length }));
  } else if (action === 'remove' && folders.length === 0) {
    const removed = await found.remove();
    if (!removed.ok) return fail(out, removed.failure);
  } else if (action !== 'status' || folders.length > 0) return wrongUsage(out, message('cli.service.usage'));
  await print(found, out);
  return exitCodes.done;
}

async function print({ file, state }: Service, out: Given['out']) {
  const now = await state();
  out.print(message('cli.service.state', { state: now === 'not-installed' ? null : now, file }));
  out.printJson({ type: 'service', state: now, file: now === 'not-installed' ? null : file });
}

// The command that starts this program again.

const entries = [
  // From the sources, and from the bundle.
  new URL('../../cli.ts', import.meta.url),
  new URL('./pilot-companion.cjs', import.meta.url),
].map((url) => fileURLToPath(url));

/** Returns Node with its flags and the entry. */
export function ownProgram(): [program: string, ...args: string[]] {
  const entry = entries.find((path) => existsSync(path));
  if (entry === undefined) throw new Error('The entry of the command line is missing.');
  return [process.execPath, ...process.execArgv, entry];
}
