// What most handlers begin with: the open profile, or a failure that none is chosen yet.
import { failed, type Result } from '../../../contract/failure.ts';
import { failures } from '../../messages/failures.ts';
import type { ProfileRuntime } from '../../profile/profile-runtime.ts';

export const createWithRuntime =
  (runtimeOf: () => ProfileRuntime | null) =>
  <T>(work: (runtime: ProfileRuntime) => Promise<Result<T>> | Result<T>) => {
    const runtime = runtimeOf();
    return runtime ? work(runtime) : failed(failures.notChosen());
  };
