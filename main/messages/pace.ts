// The wait between two uploads, as a message.
import { message } from './message.ts';
import type { Message } from './message.ts';

/** @param runway `minGapMs`: the wait; `isRequired`: the service required it */
export function paceMessage(runway: { readonly minGapMs: number; readonly isRequired: boolean }): Message {
  const { minGapMs: ms, isRequired } = runway;
  const seconds = ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1_000);
  return message('shared.pace', { seconds, required: isRequired ? 'yes' : 'other' });
}
