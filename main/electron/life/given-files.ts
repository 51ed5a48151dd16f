// Images given to the program instead of the window: as arguments, by "Open with", dropped on its icon, or to a second
// start while it runs.
import { basename } from 'node:path';
import type { CompanionEvent } from '../../contract/events.ts';
import type { Companion } from '../../core/app/companion.ts';

type GivenFilesOptions = {
  /** Null where the companion could not start. */
  readonly companion: Promise<Companion | null>;
  /** Tells the window what became of them. */
  readonly tell: (event: CompanionEvent) => void;
};

/** Returns a function that adds images by their absolute paths. */
export function createGivenFiles({ companion: started, tell }: GivenFilesOptions) {
  return async (paths: readonly string[]): Promise<void> => {
    const companion = paths.length === 0 ? null : await started;
    if (companion === null) return;
    const files = paths.map((path) => ({ path, name: basename(path) }));
    const added = await companion.addFiles(files, { kind: 'dropped' });
    const answers = added.ok
      ? added.value
      : files.map(({ name }) => ({
          name,
          outcome: 'rejected' as const,
          stripId: null,
          message: added.failure.message,
        }));
    tell({ type: 'files.given', answers });
  };
}
