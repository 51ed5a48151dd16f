// The contents of the vault's file. Secrets of profiles without a passphrase are in `open`, the others in `sealed`
// (age-seal.ts). Both are in one file, so that a secret that moves is never in neither.
import * as z from 'zod/mini';
import { ageSealSchema, type AgeSeal } from './age-seal.ts';

type VaultDocument = {
  readonly open: ReadonlyMap<string, string>;
  /** Null if nothing was ever encrypted. */
  readonly sealed: AgeSeal | null;
};

export const emptyVault: VaultDocument = { open: new Map(), sealed: null };

const note =
  'Sign-ins of Pilot Companion. Anyone who can read the values under "open" can act as you; "sealed" is encrypted with your passphrase, in the age format.';

/** Only own members count, so that a secret can have any name. */
const texts = z.custom<Record<string, string>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === 'string'),
);

const newerSchema = z.object({ format: z.literal('pilot-companion-vault'), version: z.int().check(z.minimum(2)) });

const schema = z.strictObject({
  format: z.literal('pilot-companion-vault'),
  version: z.literal(1),
  note: z.optional(z.string()),
  open: texts,
  sealed: z.nullable(ageSealSchema),
});

/** The newest version of the document that this program reads. */
export const vaultVersion = 1;

/** The version of a vault that a newer program wrote; null for everything else. */
export function newerVaultVersion(text: string): number | null {
  try {
    const read = newerSchema.safeParse(JSON.parse(text));
    return read.success ? read.data.version : null;
  } catch {
    return null;
  }
}

/** Returns null for a file that is damaged, of a newer version or not a vault of ours: it must not be overwritten. */
export function parseVault(text: string): VaultDocument | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) return null;
  return { open: new Map(Object.entries(parsed.data.open)), sealed: parsed.data.sealed };
}

export const vaultText = ({ open, sealed }: VaultDocument): string =>
  JSON.stringify(
    { format: 'pilot-companion-vault', version: vaultVersion, note, open: Object.fromEntries(open), sealed },
    null,
    2,
  );

// Moves secrets between the parts of the vault and out of it.

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
