// What is announced to screen readers: only significant changes, and few at a time. Pure.
import type { AppState } from '../../main/contract/state.ts';
import type { Strip } from '../../main/contract/strip.ts';
import { stageText, stripName } from '../format/strip-text.ts';
import { t, text } from '../text.ts';

const maxAtOnce = 3;

function stageAnnouncement(before: Strip | null, now: Strip): string | null {
  if (before === null || before.stage === now.stage) return null;
  const name = stripName(now);
  if (now.bay === 'needs-attention') {
    return now.reason
      ? t('window.announce.attentionWhy', { name, reason: text(now.reason.message) })
      : t('window.announce.attention', { name });
  }
  if (before.flight === null && now.flight !== null && now.file !== null && now.stage !== 'inferred')
    return t('window.announce.uploaded', { name: now.file.name, id: now.flight.id });
  if (now.stage === 'uploading' || now.stage === 'waiting') return null;
  return t('window.announce.stage', { name, stage: stageText(now) });
}

/** Returns the announcement after strips have changed, or null. */
export function announcement(find: (id: string) => Strip | null, changed: readonly Strip[]): string | null {
  const sentences = changed.map((strip) => stageAnnouncement(find(strip.id), strip)).filter((line) => line !== null);
  if (sentences.length === 0) return null;
  return sentences.length > maxAtOnce ? t('window.announce.many', { n: sentences.length }) : sentences.join(' ');
}

/** How long ago a sign-in may be to be new: that of another pilot who is shown now is an earlier one. */
const newMs = 10_000;

/** Returns what is said after a sign-in, or null. The demo signs in automatically, so that isn't said. */
export function signedInText(before: AppState | null, { signIn, service, now }: AppState): string | null {
  const isNew = before !== null && signIn?.step === 'done' && signIn.at !== endedAt(before) && now - signIn.at < newMs;
  return isNew && service.kind !== 'demo' ? t('window.account.signedInAs', { name: signIn.name }) : null;
}

/** Returns the announcement after a sign-out, a change of a watched folder or the connection, or null. */
export function stateAnnouncement(before: AppState | null, now: AppState): string | null {
  if (before === null) return null;
  const { account, connection } = now;
  if (account.status === 'signed-out' && before.account.status !== 'signed-out')
    return account.reason && text(account.reason.message);
  const folder = now.folders.find(({ path, concern }) => concern !== null && !hasConcern(before, path));
  if (folder?.concern) return text(folder.concern.message);
  // From or to another service: that is no change of the connection.
  if ([before, now].some((state) => state.connection.status === 'unknown')) return null;
  if (connection.status === before.connection.status) return null;
  return t('window.announce.connection', { status: connectionStatus(connection) });
}

const hasConcern = ({ folders }: AppState, path: string) =>
  folders.some((folder) => folder.path === path && folder.concern !== null);

const endedAt = ({ signIn }: AppState) => (signIn !== null && 'at' in signIn ? signIn.at : null);

/**
 * Distinguishes for the pilot an offline computer, an unreachable service, and a service that answers with errors.
 */
export function connectionStatus({
  status,
  concern,
}: AppState['connection']): 'unknown' | 'online' | 'serviceError' | 'offline' | 'unreachable' {
  if (status === 'service-error') return 'serviceError';
  if (status !== 'offline') return status;
  return concern !== null && concern.kind !== 'offline' ? 'unreachable' : 'offline';
}
