// The wait between two uploads, as a message.
import { durationMessage } from './duration.ts';
import { message, type Message } from './message.ts';

/** @param runway `minGapMs`: the wait; `isRequired`: the service required it */
export function paceMessage(runway: { readonly minGapMs: number; readonly isRequired: boolean }): Message {
  const { minGapMs: ms, isRequired } = runway;
  const duration =
    ms < 10_000
      ? message('shared.duration.seconds', { n: Math.round(ms / 100) / 10 })
      : durationMessage(Math.round(ms / 1_000) * 1_000, 'seconds');
  return message('shared.pace', { duration, required: isRequired });
}
