// The trash of a Linux desktop (freedesktop.org trash specification 1.0): the home trash for files on its file system,
// else the one at the top of the file's own file system, so that nothing is copied. Plain Node cannot use the trash of
// other systems.
import { lstat, mkdir, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, extname, isAbsolute, join, relative } from 'node:path';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { failures } from '../../core/messages/failures.ts';
import type { Clock } from '../../core/platform/ports.ts';

type Trash = {
  readonly folder: string;
  /** What the path in the info file is relative to; null if it is absolute. */
  readonly top: string | null;
};

/** Returns undefined if this system's trash cannot be used. */
export function createSystemTrash(deps: {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  clock: Pick<Clock, 'now'>;
  /** Set by tests: the user's number, and the top folder of a path's file system. */
  uid?: number;
  topOf?: (path: string) => Promise<string>;
}): ((path: string) => Promise<Result<null>>) | undefined {
  const uid = deps.uid ?? process.getuid?.();
  if (deps.platform !== 'linux' || uid === undefined) return undefined;
  const dataHome = deps.env['XDG_DATA_HOME'];
  const home = join(dataHome && isAbsolute(dataHome) ? dataHome : join(homedir(), '.local/share'), 'Trash');
  const topOf = deps.topOf ?? topFolder;

  async function trashFor(path: string): Promise<Trash> {
    await makePrivate(home);
    const top = await topOf(path);
    if (top === (await topOf(home))) return { folder: home, top: null };
    // The administrator's shared folder if it is sticky and no link, else our own beside it.
    const shared = join(top, '.Trash');
    const info = await lstat(shared).catch(() => null);
    const isUsable = info?.isDirectory() === true && (info.mode & 0o1000) !== 0;
    const folder = isUsable ? join(shared, String(uid)) : join(top, `.Trash-${uid}`);
    await makePrivate(folder);
    return { folder, top };
  }

  return async (path) => {
    try {
      const real = join(await realpath(dirname(path)), basename(path));
      const trash = await trashFor(real);
      await makePrivate(join(trash.folder, 'info'));
      await makePrivate(join(trash.folder, 'files'));
      await putInto(trash, real, deps.clock.now());
      return ok(null);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      return failed(failures.notTrashed(basename(path), code));
    }
  };
}

/** Writes the info file first: without the file it is harmless, but a file without it cannot be restored. */
async function putInto({ folder, top }: Trash, path: string, now: number) {
  const from = top === null ? path : relative(top, path);
  const note = `[Trash Info]\nPath=${encodePath(from)}\nDeletionDate=${localTime(now)}\n`;
  for (let count = 1; ; count += 1) {
    const name = numbered(basename(path), count);
    const notePath = join(folder, 'info', `${name}.trashinfo`);
    const handle = await open(notePath, 'wx', 0o600).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null;
      throw error;
    });
    if (handle === null) continue;
    try {
      await handle.writeFile(note);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const to = join(folder, 'files', name);
    // A file without an info file, left by another program: never overwritten.
    if (await lstat(to).catch(() => null)) {
      await unlink(notePath);
      continue;
    }
    try {
      await rename(path, to);
      return;
    } catch (error) {
      await unlink(notePath);
      throw error;
    }
  }
}

const makePrivate = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 });

/** Returns the highest parent folder on the same file system. */
async function topFolder(path: string): Promise<string> {
  let top = dirname(path);
  const { dev } = await stat(top);
  for (;;) {
    const above = dirname(top);
    if (above === top || (await stat(above)).dev !== dev) return top;
    top = above;
  }
}

/** Escapes a path as in a URL (RFC 2396), but keeps its slashes. */
const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** `2026-05-12T16:02:11` in the local time zone, as the specification requires. */
function localTime(now: number): string {
  const at = new Date(now);
  return new Date(now - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function numbered(name: string, count: number): string {
  if (count === 1) return shortened(name, '');
  const ending = extname(name);
  return shortened(name.slice(0, name.length - ending.length), `.${count}${ending}`);
}

/** A name has at most 255 bytes, and its info file adds `.trashinfo`. */
function shortened(stem: string, suffix: string): string {
  let short = stem;
  while (Buffer.byteLength(`${short}${suffix}.trashinfo`) > 255) short = Array.from(short).slice(0, -1).join('');
  return short + suffix;
}
