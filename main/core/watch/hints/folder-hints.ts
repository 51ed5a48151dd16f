// Hints that something happened in a folder. Adding, renaming and changing are the same hint: the listing is
// authoritative, and timers, focus and resume make up for lost hints. Most folders use chokidar, which handles the
// peculiarities of each system but keeps a record of every file; large folders use Node's own watch of one directory
// (docs/decisions/0014-hints-of-big-folders.md).
import { createChokidarHints } from './chokidar-hints.ts';
import { createDirectoryHints } from './directory-hints.ts';
import type { FolderHints, HintsDeps } from './hint-source.ts';

export type HintsKind = 'chokidar' | 'directory';

/** With more names than this, chokidar's records cost more than they save. */
const MANY_NAMES = 2_000;

export const hintsKindFor = (names: number): HintsKind => (names > MANY_NAMES ? 'directory' : 'chokidar');

export const createFolderHints = (kind: HintsKind, deps: HintsDeps): FolderHints =>
  kind === 'chokidar' ? createChokidarHints(deps) : createDirectoryHints(deps);
