// The failure for a thrown error: storage errors have specific ones, anything else is a bug.
import type { Failure } from '../../contract/failure.ts';
import { failures } from '../messages/failures.ts';
import { openFailure } from './database/database.ts';
import { storageErrorOf } from './files/storage-errors.ts';

export type ThrownFailure = (error: unknown) => Failure;

export function createThrownFailure(deps: {
  dataDir: string;
  /** The present problem with the data. */
  dataConcern(): Failure | null;
}): ThrownFailure {
  return (error) => {
    const storageError = storageErrorOf(error);
    if (storageError === null) return failures.unexpected();
    if (storageError === 'full') return failures.dataDiskFull(storageError);
    return (storageError === 'damaged' ? deps.dataConcern() : null) ?? openFailure(deps.dataDir, error);
  };
}
