// Creates a folder with its parents. Node's own recursive creation never returns where a parent exists and nothing can be
// created in it, as under /proc.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../error-code.ts';

/** For the pilot alone unless another mode is given. Throws if it can't be created, or is no folder. */
export function makeFolder(path: string, mode = 0o700): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path && !isFolder(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process was quicker.
    if (errorCode(error) !== 'EEXIST' || !isFolder(path)) throw error;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
