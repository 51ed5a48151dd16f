// What a screen reader hears when strips move: only moves that matter, and few of them at once.
import type { AppState } from '../../main/contract/state.ts';
import type { Strip } from '../../main/contract/strip.ts';
import { isOutOfReach } from '../elements/out-of-reach.ts';
import { words } from '../words/words.ts';
import { stripName } from '../board/strip-words.ts';
import { text } from '../text.ts';

const MOST_AT_ONCE = 3;

function announce(before: Strip | null, now: Strip): string | null {
  if (before === null || before.stage === now.stage) return null;
  const name = stripName(now);
  if (now.bay === 'needs-you') return words.said.needsYou(name, now.reason ? text(now.reason.message) : '').trim();
  if (before.flight === null && now.flight !== null && now.file !== null)
    return words.said.sent(now.file.name, now.flight.id);
  if (now.stage === 'sending' || now.stage === 'waiting') return null;
  return words.said.stage(name, words.strip.stages[now.stage]);
}

/** Sentences to say, or null where nothing is worth it. */
export function announcement(find: (id: string) => Strip | null, changed: readonly Strip[]): string | null {
  const sentences = changed.map((strip) => announce(find(strip.id), strip)).filter((line) => line !== null);
  if (sentences.length === 0) return null;
  return sentences.length > MOST_AT_ONCE ? words.said.many(sentences.length) : sentences.join(' ');
}

/** The line came or went, a sign-in came about or ended: what a lamp and a card show. */
export function stateAnnouncement(before: AppState | null, now: AppState): string | null {
  if (before === null) return null;
  const { account, connection, signIn } = now;
  // The demonstration signs in by itself: no card says so either.
  if (signIn?.step === 'done' && signIn.at !== momentOfEnd(before) && now.service.kind !== 'demo')
    return words.account.signedInAs(signIn.name);
  if (account.status === 'signed-out' && before.account.status !== 'signed-out')
    return account.reason && text(account.reason.message);
  if (connection.status === before.connection.status) return null;
  if (connection.status === 'on-line') return words.said.onLine;
  return isOutOfReach(connection) ? words.said.outOfReach : words.said.offLine;
}

const momentOfEnd = ({ signIn }: AppState) => (signIn !== null && 'at' in signIn ? signIn.at : null);
