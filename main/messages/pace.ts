// The wait between two uploads, as a message.
import { durationMessage } from './duration.ts';
import { message, type Message } from './message.ts';

/** In whole seconds, as the times of the rows. @param runway `minGapMs`: the wait; `isRequired`: the service required it */
export function paceMessage(runway: { readonly minGapMs: number; readonly isRequired: boolean }): Message {
  const seconds = Math.max(1, Math.round(runway.minGapMs / 1_000));
  return message('shared.pace', {
    duration: durationMessage(seconds * 1_000, 'seconds'),
    required: runway.isRequired,
  });
}
