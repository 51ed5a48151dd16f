// What the vault's file holds, and how it is read: pure, so that its laws can be tested. Secrets of profiles that the pilot
// wants without a passphrase lie in `open`, the others in `sealed` (vault-seal.ts), both in one file, so that a secret that
// goes from one to the other is never in neither. Version 1 had the open part alone.
import { z } from 'zod';
import { sealedPartSchema, type SealedPart } from './vault-seal.ts';

export type VaultDocument = {
  readonly open: ReadonlyMap<string, string>;
  /** Null where nothing was ever sealed. */
  readonly sealed: SealedPart | null;
};

export const emptyVault: VaultDocument = { open: new Map(), sealed: null };

const note =
  'Sign-ins of Pilot Companion, kept here because this computer has no keychain. Whoever can read what stands under "open" can act as you; what is sealed is encrypted with your passphrase.';

/** Only own members count, so that a secret may have any name. */
const texts = z.custom<Record<string, string>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === 'string'),
);

const schema = z.union([
  z.strictObject({ version: z.literal(1), note: z.string().optional(), secrets: texts }),
  z.strictObject({
    format: z.literal('pilot-companion-vault'),
    version: z.literal(2),
    note: z.string().optional(),
    open: texts,
    sealed: sealedPartSchema.nullable(),
  }),
]);

/** Null where it is damaged, of a newer version, or no vault of ours: then nobody may write over it. */
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

export const vaultText = ({ open, sealed }: VaultDocument): string =>
  JSON.stringify(
    { format: 'pilot-companion-vault', version: 2, note, open: Object.fromEntries(open), sealed },
    null,
    2,
  );
