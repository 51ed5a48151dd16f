// The size from which a file is too large: the limit in the settings, or less where the service has refused a smaller
// file. A gateway's limit is named nowhere, so it is learned from what it refuses, and unlearned from what is accepted.
import type { Clock } from '../platform/ports.ts';
import { serviceSubject } from '../storage/tables/learned-facts.ts';

type Facts = {
  read(subject: string, fact: 'max-file-bytes'): number | null;
  write(subject: string, fact: 'max-file-bytes', value: number | null, now: number): void;
};

/** No server's limit is lower: a refusal of a smaller file is about something else. */
const leastLimitBytes = 100_000;

/** Shared by all accounts of a profile. */
export type SizeLimit = ReturnType<typeof createSizeLimit>;

export function createSizeLimit(deps: { clock: Pick<Clock, 'now'>; facts: Facts; inSettings(): number }) {
  const { clock, facts } = deps;
  const learned = () => facts.read(serviceSubject, 'max-file-bytes') ?? Number.POSITIVE_INFINITY;
  const learn = (maxBytes: number | null) => facts.write(serviceSubject, 'max-file-bytes', maxBytes, clock.now());
  return {
    maxBytes: () => Math.min(deps.inSettings(), learned()),
    /** What happened to a file of this size. */
    note(bytes: number, seen: 'accepted' | 'too-large') {
      if (seen === 'too-large' && bytes > leastLimitBytes && bytes - 1 < learned()) learn(bytes - 1);
      if (seen === 'accepted' && bytes > learned()) learn(null);
    },
    /** The pilot has set another limit. */
    forget: () => learn(null),
  };
}
