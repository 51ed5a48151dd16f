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
    const trouble = storageErrorOf(error);
    if (trouble === null) return failures.unexpected();
    if (trouble === 'full') return failures.dataDiskFull(trouble);
    return (trouble === 'damaged' ? deps.dataConcern() : null) ?? openFailure(deps.dataDir, error);
  };
}
