// The message for an update that failed. Details are in the log.
import type { Failure, FailureKind } from '../../contract/failure.ts';
import { errorCode } from '../../core/platform/error-code.ts';
import { message, type Message } from '../../messages/message.ts';

const failureOf = (kind: FailureKind, message: Message) => (code: string) => ({ kind, message, code });

const notTrusted = failureOf('connection-not-trusted', message('updates.notTrusted'));
const damaged = failureOf('answer-not-understood', message('updates.damaged'));
const diskFull = failureOf('disk', message('updates.diskFull'));
const notWritable = failureOf('disk', message('updates.notWritable'));
/** The connection or the server: anything unknown. */
const notReached = failureOf('service-unreachable', message('updates.notReached'));

/** By `reason` of UpdateRejected, and by the codes of electron-updater and of the disk. */
const known: Readonly<Record<string, (code: string) => Failure>> = {
  signature: notTrusted,
  ERR_UPDATER_INVALID_SIGNATURE: notTrusted,
  metadata: damaged,
  'too-large': damaged,
  ERR_CHECKSUM_MISMATCH: damaged,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
};

export function updateFailure(error: unknown): Failure {
  const code =
    error instanceof Error && 'reason' in error && typeof error.reason === 'string' ? error.reason : errorCode(error);
  return (known[code] ?? notReached)(code.slice(0, 200));
}

/** The version before is still there. */
export const notInstalled = (version: string): Failure =>
  failureOf('unexpected', message('updates.notInstalled', { version }))('not-installed');
