// Hints that something happened in a folder. Add, rename and change are one and the same hint: what is true is read
// from the listing. Nothing here may be relied on; a lost hint is made good by the slow timer, focus and resume.
//
// There are two that give them. Most folders are watched by chokidar, which knows what is odd about each system. It keeps
// a record of every file, which a folder of many thousands pays for at its start, in memory and with each event; such a
// folder has Node's own watch of one directory (docs/decisions/0014-hints-of-big-folders.md).
import { createChokidarHints } from './chokidar-hints.ts';
import { createDirectoryHints } from './directory-hints.ts';
import type { FolderHints, HintsDeps } from './hint-source.ts';

export type HintsKind = 'chokidar' | 'directory';

/** Above so many names chokidar's record costs more than it gives. */
const MANY_NAMES = 2_000;

export const hintsKindFor = (names: number): HintsKind => (names > MANY_NAMES ? 'directory' : 'chokidar');

export const createFolderHints = (kind: HintsKind, deps: HintsDeps): FolderHints =>
  kind === 'chokidar' ? createChokidarHints(deps) : createDirectoryHints(deps);
