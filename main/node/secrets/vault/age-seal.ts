// Secrets under a passphrase in the age format (age-encryption.org/v1). The passphrase seals an X25519 identity, once; the
// secrets are encrypted to that identity's recipient at each write. The recipient is stored nowhere else, so nobody
// without the passphrase can make a document that decrypts: it is authenticated as a whole.
import { armor, Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { z } from 'zod';

/** Both armored, as the `age` tool writes and reads them. */
export const ageSealSchema = z.strictObject({ identity: z.string(), document: z.string() });
export type AgeSeal = Readonly<z.infer<typeof ageSealSchema>>;

/** Base-2 logarithm of scrypt's N: 128 MiB a guess (OWASP, Password Storage Cheat Sheet). */
export const usualWorkFactor = 17;

/** Kept in memory while the vault is open; the passphrase is not. */
export type VaultIdentity = {
  readonly secret: string;
  readonly recipient: string;
  /** The secret under the passphrase, as it stands in the file. */
  readonly sealed: string;
};

export type SealedSecrets = {
  /** Grows with each write, so that an older copy can be told (vault-counter.ts). */
  readonly count: number;
  readonly secrets: ReadonlyMap<string, string>;
};

const secretsSchema = z.strictObject({
  count: z.number().int().min(1),
  secrets: z.array(z.tuple([z.string(), z.string()])),
});

export async function newIdentity(passphrase: string, workFactor: number): Promise<VaultIdentity> {
  const secret = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(normalized(passphrase));
  encrypter.setScryptWorkFactor(workFactor);
  return {
    secret,
    recipient: await identityToRecipient(secret),
    sealed: armor.encode(await encrypter.encrypt(secret)),
  };
}

/** `'wrong'` where the passphrase is not the one, `'damaged'` where no passphrase can open it. */
export async function openIdentity(passphrase: string, sealed: string): Promise<VaultIdentity | 'wrong' | 'damaged'> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(normalized(passphrase));
  try {
    const secret = await decrypter.decrypt(armor.decode(sealed), 'text');
    return { secret, recipient: await identityToRecipient(secret), sealed };
  } catch (error) {
    return error instanceof Error && error.message.startsWith('no identity matched') ? 'wrong' : 'damaged';
  }
}

export async function sealSecrets({ count, secrets }: SealedSecrets, identity: VaultIdentity): Promise<AgeSeal> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(identity.recipient);
  const text = JSON.stringify({ count, secrets: [...secrets] });
  return { identity: identity.sealed, document: armor.encode(await encrypter.encrypt(text)) };
}

/** Null where the document was changed, or made by anybody without the passphrase. */
export async function openSecrets({ document }: AgeSeal, identity: VaultIdentity): Promise<SealedSecrets | null> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity.secret);
  try {
    const text = await decrypter.decrypt(armor.decode(document), 'text');
    const { count, secrets } = secretsSchema.parse(JSON.parse(text));
    return { count, secrets: new Map(secrets) };
  } catch {
    return null;
  }
}

/** The same passphrase whatever keyboard composed its letters (RFC 8265 §4.2.2). */
const normalized = (passphrase: string) => passphrase.normalize('NFC');
