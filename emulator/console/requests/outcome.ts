// How an exchange ended, as a colour and as a word.
import type { JournalEntry } from '../../control/types.ts';
import { words } from '../words/words.ts';

/** `well` was served, `refused` was not, `fault` was touched by one, `open` goes on. */
export type Tone = 'well' | 'refused' | 'fault' | 'open';

export function toneOf({ status, outcome, fault }: JournalEntry): Tone {
  if (outcome === 'open') return 'open';
  if (fault !== null) return 'fault';
  return outcome === 'answered' && status !== null && status < 400 ? 'well' : 'refused';
}

/** `200`, `lost`, `…` */
export function statusWords({ status, outcome }: JournalEntry): string {
  if (outcome === 'answered') return String(status ?? words.requests.outcomes.answered);
  return words.requests.outcomes[outcome];
}
