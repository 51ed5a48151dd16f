// A year of invented flights for the demonstration, so that the logbook, the map and the statistics have something to show.
import { failed, ok } from '../../../../contract/failure.ts';
import { failures } from '../../../messages/failures.ts';
import type { EmbeddedService } from '../../../platform/ports.ts';
import type { ProfileRuntime } from '../../../profile/profile-runtime.ts';

export async function addSampleFlights(service: EmbeddedService, runtime: ProfileRuntime | null) {
  const isDone = runtime?.profile.kind === 'demo' && (await service.addSampleFlights());
  if (!isDone) return failed(failures.noSampleFlights());
  runtime.refresh();
  return ok(null);
}
