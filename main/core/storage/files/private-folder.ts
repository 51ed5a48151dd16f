// Keeps the data folder private: folders 0700, files 0600, checked at each start. Wider modes are corrected; if that
// fails (another owner, or a disk without modes), it is reported. Links are not followed, and foreign files are left
// alone. On Windows the user's own folder is private already.
import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** All that a companion creates directly in its data folder. */
const ours = [
  /^companion\.(db|backup\.db|damaged-)/,
  /^(attempts(\.older)?|calls(\.\d)?)\.log$/,
  /^(settings|window-place)\..*json/,
  /^(leader|data|refresh-.*|.*vault.*)\.lock(-journal)?$/,
  /^(secrets|demo-service)\./,
];
const ourFolders = /^(spool|logs|received|window|diagnostics)$/;
/** Chromium's, beside ours in the desktop app: it protects them itself, and some are links. */
const chromiums = /^(Singleton(Lock|Cookie|Socket)|Crashpad)$/;
const lockedAway = { folder: 0o700, file: 0o600 } as const;
const forOthers = 0o077;

type PrivateFolder = {
  /** What was open to others and is closed now; '.' is the folder itself. */
  readonly fixed: readonly string[];
  /** What is still open, or belongs to another user. */
  readonly open: readonly string[];
};

export const isOurName = (name: string): boolean => ourFolders.test(name) || ours.some((pattern) => pattern.test(name));

/** @param own The user id; null if users have none. */
export function closePrivateFolder(folder: string, own = process.getuid?.() ?? null): PrivateFolder {
  const fixed: string[] = [];
  const open: string[] = [];
  if (own === null) return { fixed, open };

  function close(name: string, mode: number) {
    const path = join(folder, name);
    const found = statsOf(path);
    if (found === null) return;
    // A file of another user, or a link, is not changed.
    if (found.isSymbolicLink() || (found.uid !== own && own !== 0)) return void open.push(name);
    if ((found.mode & forOthers) === 0) return;
    try {
      chmodSync(path, mode);
    } catch {
      // It is still open, which the next line finds.
    }
    const isShut = ((statsOf(path)?.mode ?? 0) & forOthers) === 0;
    (isShut ? fixed : open).push(name);
  }

  const names = readdirSync(folder);
  // A folder with foreign files keeps its mode: they may be meant for others.
  if (names.every((name) => isOurName(name) || chromiums.test(name))) close('.', lockedAway.folder);
  for (const name of names.filter(isOurName)) {
    close(name, ourFolders.test(name) ? lockedAway.folder : lockedAway.file);
  }
  // Anyone who may write into the folder can replace our files.
  const mayOthersWrite = ((statsOf(folder)?.mode ?? 0) & 0o022) !== 0;
  if (mayOthersWrite && !open.includes('.')) open.unshift('.');
  return { fixed, open };
}

function statsOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}
