// The contents of the vault's file. Secrets of profiles without a passphrase are in `open`, the others in `sealed`
// (age-seal.ts). Both are in one file, so that a secret that moves is never in neither. Version 1 had the open part
// only, version 2 a custom encryption.
import * as z from 'zod/mini';
import { ageSealSchema, type AgeSeal } from './age-seal.ts';
import { sealedPartSchema, type SealedPart } from './vault-seal.ts';

export type VaultDocument = {
  readonly open: ReadonlyMap<string, string>;
  /** Null if nothing was ever encrypted. */
  readonly sealed: AgeSeal | SealedPart | null;
};

/** Encrypted by version 0.1.0; encrypted again when its passphrase is entered. */
export const isOldSeal = (sealed: AgeSeal | SealedPart): sealed is SealedPart => 'kdf' in sealed;

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

const newerSchema = z.object({ format: z.literal('pilot-companion-vault'), version: z.int().check(z.minimum(4)) });

const schema = z.union([
  z.strictObject({ version: z.literal(1), note: z.optional(z.string()), secrets: texts }),
  z.strictObject({
    format: z.literal('pilot-companion-vault'),
    version: z.literal(2),
    note: z.optional(z.string()),
    open: texts,
    sealed: z.nullable(sealedPartSchema),
  }),
  z.strictObject({
    format: z.literal('pilot-companion-vault'),
    version: z.literal(3),
    note: z.optional(z.string()),
    open: texts,
    sealed: z.nullable(ageSealSchema),
  }),
]);

/** The newest version of the document that this program reads. */
export const vaultVersion = 3;

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
  const document = parsed.data;
  return document.version === 1
    ? { open: new Map(Object.entries(document.secrets)), sealed: null }
    : { open: new Map(Object.entries(document.open)), sealed: document.sealed };
}

/** A seal of version 0.1.0 keeps its version: the open part may change while the passphrase is not known. */
export const vaultText = ({ open, sealed }: VaultDocument): string => {
  const version = sealed !== null && isOldSeal(sealed) ? 2 : 3;
  return JSON.stringify(
    { format: 'pilot-companion-vault', version, note, open: Object.fromEntries(open), sealed },
    null,
    2,
  );
};
