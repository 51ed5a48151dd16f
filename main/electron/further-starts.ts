// What comes after the first start: further starts, and files that macOS passes. While the process quits, they are kept
// for the process that starts next.
import type { App } from 'electron';
import { filesIn, openOption, readSecondStart, withoutFiles } from './run-options.ts';

type FurtherStartOptions = {
  readonly app: Pick<App, 'on'>;
  /** The arguments of this process. */
  readonly args: readonly string[];
  readonly isQuitting: () => boolean;
  readonly show: () => void;
  readonly add: (paths: readonly string[]) => void;
};

/** Follows them until the process ends. Returns the arguments of the next start, or null if none is wanted. */
export function followFurtherStarts({ app, args, isQuitting, show, add }: FurtherStartOptions) {
  let missed: { readonly args: readonly string[]; readonly paths: readonly string[] } | null = null;
  const keep = (options: readonly string[], paths: readonly string[]) => {
    missed = { args: withoutFiles(options), paths: [...(missed?.paths ?? []), ...paths] };
  };

  app.on('second-instance', (_event, _argv, workingFolder, given) => {
    const start = readSecondStart(given, workingFolder);
    const paths = filesIn(start.args, start.workingFolder);
    if (isQuitting()) return keep(start.args, paths);
    show();
    add(paths);
  });
  // macOS: "Open with", and files or folders dropped on the icon in the Dock.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    if (!isQuitting()) return add([path]);
    // This process may have been started at login; now the pilot wants the window.
    keep(missed?.args ?? args.filter((arg) => arg !== '--background'), [path]);
  });
  return (): readonly string[] | null => missed && [...missed.args, ...missed.paths.map((path) => openOption + path)];
}
