// What the file system says of a file without its content being read. Equal marks mean the same content; different ones
// mean that it has to be read.

export type FileMarks = {
  readonly size: number;
  readonly mtimeMs: number;
  /** Changes with every write, also where a tool sets the time of change back. */
  readonly ctimeMs: number;
  /** A file that takes the place of another has its own; 0 where the file system has none. */
  readonly ino: number;
};

/** Marks of a ledger that was written before all of them were kept: null is not known. */
export type KeptMarks = Pick<FileMarks, 'size' | 'mtimeMs'> & {
  readonly ctimeMs: number | null;
  readonly ino: number | null;
};

export const hasMarks = (kept: KeptMarks, at: FileMarks): boolean =>
  kept.size === at.size && kept.mtimeMs === at.mtimeMs && kept.ctimeMs === at.ctimeMs && kept.ino === at.ino;

/**
 * Whether a file that stands under another name is the very file that had these marks, by its number. Numbers are given
 * again (ext4): a file that was made after the marks were taken is another one.
 */
export const isSameInode = (kept: KeptMarks, at: FileMarks & { readonly birthtimeMs: number }): boolean =>
  kept.ino === null ||
  (kept.ino !== 0 && kept.ino === at.ino && (kept.ctimeMs === null || at.birthtimeMs <= kept.ctimeMs));
