// What something that was thrown means to the pilot: trouble with the data has its own words, all else is a bug of ours.
import type { Failure } from '../../contract/failure.ts';
import { failures } from '../messages/failures.ts';
import { openFailure } from './database.ts';
import { storageErrorOf } from './storage-errors.ts';

export type ThrownFailure = (error: unknown) => Failure;

export function createThrownFailure(deps: {
  dataDir: string;
  /** What the pilot has to know of the data now. */
  dataConcern(): Failure | null;
}): ThrownFailure {
  return (error) => {
    const storageError = storageErrorOf(error);
    if (storageError === null) return failures.unexpected();
    if (storageError === 'full') return failures.dataDiskFull(storageError);
    return (storageError === 'damaged' ? deps.dataConcern() : null) ?? openFailure(deps.dataDir, error);
  };
}
