// The share of a staged rollout that an installation is in. The id never leaves this computer.
import { createHash } from 'node:crypto';

/**
 * Stable for an installation and a version, and independent from one version to the next, so that no installation is
 * always first. `percentage`: 0 to 100; undefined: all.
 */
export function isInRollout(installationId: string, version: string, percentage: number | undefined): boolean {
  if (percentage === undefined) return true;
  const hash = createHash('sha256').update(`${installationId} ${version}`).digest();
  return hash.readUInt32BE(0) / 2 ** 32 < percentage / 100;
}
