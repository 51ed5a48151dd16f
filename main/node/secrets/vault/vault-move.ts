// Moves secrets between the parts of the vault and out of it.
import type { VaultDocument } from './vault-document.ts';

export type VaultContent = VaultDocument & {
  /** The encrypted part; null if it is not open, or there is none. */
  readonly secrets: ReadonlyMap<string, string> | null;
};

export type VaultPart = 'open' | 'sealed';

export type VaultMove = {
  /** Names that belong to the profile that moves. */
  concerns(name: string): boolean;
  /** The part that the profile used until now; null if none. */
  readonly from: VaultPart | null;
  /** Null moves them out of the vault. */
  readonly to: VaultPart | null;
  /** Secrets from another place. */
  readonly adding: ReadonlyMap<string, string>;
};

/**
 * Returns null if the encrypted part is needed and not open. Open secrets are encrypted only if the profile used the
 * open part.
 */
export function withMoved<Content extends VaultContent>(content: Content, move: VaultMove): Content | null {
  const { concerns, from, to, adding } = move;
  const open = new Map(content.open);
  const secrets = content.secrets && new Map(content.secrets);
  const mine = (part: ReadonlyMap<string, string> | null) => [...(part ?? [])].filter(([name]) => concerns(name));
  const moving = new Map([...mine(secrets), ...(from === 'open' ? mine(open) : []), ...adding]);
  if (moving.size > 0 && to === 'sealed' && secrets === null) return null;
  for (const [name, value] of moving) {
    open.delete(name);
    secrets?.delete(name);
    if (to !== null) (to === 'open' ? open : secrets)?.set(name, value);
  }
  return { ...content, open, secrets };
}

export const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
