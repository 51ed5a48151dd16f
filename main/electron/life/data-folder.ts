// The data folder of this run, created if it is missing.
import { accessSync, constants } from 'node:fs';
import type { Failure } from '../../contract/failure.ts';
import { failures } from '../../core/messages/failures.ts';
import { errorCode } from '../../core/platform/error-code.ts';
import { makeFolder } from '../../core/platform/files/make-folder.ts';

/** Returns why the folder cannot be used, or null. Nothing else works without it, not even the log. */
export function prepareDataFolder(folder: string): Failure | null {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return failures.dataFolderUnusable(folder, errorCode(error));
  }
}
