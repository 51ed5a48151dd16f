// What all parts of an open profile use.
import type { Clock, Logger } from '../platform/ports.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { Repositories } from '../storage/repositories.ts';
import type { SizeLimit } from '../uploads/size-limit.ts';

export type ProfileContext = {
  readonly clock: Clock;
  readonly log: Logger;
  readonly profile: ServiceProfile;
  readonly stores: Repositories;
  readonly spoolDir: string;
  readonly sizeLimit: SizeLimit;
};
