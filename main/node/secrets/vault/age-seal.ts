// Secrets under a passphrase in the age format (age-encryption.org/v1). The passphrase encrypts an X25519 identity
// once, and each write encrypts the secrets to its recipient. The recipient is stored nowhere else, so only someone
// with the passphrase can make a document that decrypts.
import * as z from 'zod/mini';

/** Both armored, as the `age` tool writes and reads them. */
export const ageSealSchema = z.strictObject({ identity: z.string(), document: z.string() });
export type AgeSeal = Readonly<z.infer<typeof ageSealSchema>>;

/** Base-2 logarithm of scrypt's N: 128 MiB a guess (OWASP, Password Storage Cheat Sheet). */
export const usualWorkFactor = 17;

/** In memory while the vault is open; the passphrase is not. */
export type VaultIdentity = {
  readonly secret: string;
  readonly recipient: string;
  /** The encrypted identity, as in the file. */
  readonly sealed: string;
};

// Loaded with the first vault that has a passphrase: most starts have none, and it takes a fifth of a start.
const age = () => import('age-encryption');

const secretsSchema = z.array(z.tuple([z.string(), z.string()]));

export async function newIdentity(passphrase: string, workFactor: number): Promise<VaultIdentity> {
  const { armor, Encrypter, generateX25519Identity, identityToRecipient } = await age();
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

/** Returns `'wrong'` for a wrong passphrase, `'damaged'` where no passphrase can open it. */
export async function openIdentity(passphrase: string, sealed: string): Promise<VaultIdentity | 'wrong' | 'damaged'> {
  const { armor, Decrypter, identityToRecipient } = await age();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(normalized(passphrase));
  try {
    const secret = await decrypter.decrypt(armor.decode(sealed), 'text');
    return { secret, recipient: await identityToRecipient(secret), sealed };
  } catch (error) {
    return error instanceof Error && error.message.startsWith('no identity matched') ? 'wrong' : 'damaged';
  }
}

export async function sealSecrets(secrets: ReadonlyMap<string, string>, identity: VaultIdentity): Promise<AgeSeal> {
  const { armor, Encrypter } = await age();
  const encrypter = new Encrypter();
  encrypter.addRecipient(identity.recipient);
  const document = armor.encode(await encrypter.encrypt(JSON.stringify([...secrets])));
  return { identity: identity.sealed, document };
}

/** Returns null if the document was changed, or made without the passphrase. */
export async function openSecrets(
  { document }: AgeSeal,
  identity: VaultIdentity,
): Promise<ReadonlyMap<string, string> | null> {
  const { armor, Decrypter } = await age();
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity.secret);
  try {
    const text = await decrypter.decrypt(armor.decode(document), 'text');
    return new Map(secretsSchema.parse(JSON.parse(text)));
  } catch {
    return null;
  }
}

/** Makes a passphrase independent of how a keyboard composes its letters (RFC 8265 §4.2.2). */
const normalized = (passphrase: string) => passphrase.normalize('NFC');
