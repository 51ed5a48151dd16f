// What the file system reports about a file without reading it. Equal marks mean equal content; different ones mean
// that it has to be read.

export type FileMarks = {
  readonly size: number;
  readonly mtimeMs: number;
  /** Changes with every write, even where a tool sets the modification time back. */
  readonly ctimeMs: number;
  /** A file that replaces another has its own; 0 where the file system has none. */
  readonly ino: number;
};

export const hasMarks = (kept: FileMarks, at: FileMarks): boolean =>
  kept.size === at.size && kept.mtimeMs === at.mtimeMs && kept.ctimeMs === at.ctimeMs && kept.ino === at.ino;

/**
 * Whether a renamed file is the one with these marks, by its inode. Inodes are reused (ext4): a file created after the
 * marks were taken is another one.
 */
export const isSameInode = (kept: FileMarks, at: FileMarks & { readonly birthtimeMs: number }): boolean =>
  kept.ino !== 0 && kept.ino === at.ino && at.birthtimeMs <= kept.ctimeMs;
