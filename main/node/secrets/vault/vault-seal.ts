// Reads what version 0.1.0 encrypted, to migrate its vaults (age-seal.ts encrypts now). scrypt derives two keys from
// the passphrase (RFC 7914): one decrypts AES-256-GCM, the other verifies the passphrase. All parameters are bounded,
// so that a foreign file cannot request all memory.
import { createDecipheriv, createHmac, scrypt, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

const bytes = (count: number) =>
  z.string().check(
    z.refine((text) => {
      const decoded = Buffer.from(text, 'base64');
      return decoded.length === count && decoded.toString('base64') === text;
    }),
  );

const isPowerOfTwo = (value: number) => Number.isInteger(Math.log2(value));

const scryptSchema = z
  .strictObject({
    name: z.literal('scrypt'),
    N: z.int().check(z.minimum(2 ** 14), z.maximum(2 ** 20), z.refine(isPowerOfTwo)),
    r: z.int().check(z.minimum(8), z.maximum(32)),
    p: z.int().check(z.minimum(1), z.maximum(16)),
    salt: bytes(16),
  })
  .check(z.refine(({ N, r }) => 128 * N * r <= 2 ** 30));

export const sealedPartSchema = z.strictObject({
  kdf: scryptSchema,
  cipher: z.strictObject({ name: z.literal('aes-256-gcm'), nonce: bytes(12), tag: bytes(16) }),
  /** HMAC-SHA-256 of the parameters above, with the second key. */
  check: bytes(32),
  /** Base64 of the encrypted JSON. */
  text: z.base64(),
});
export type SealedPart = Readonly<z.infer<typeof sealedPartSchema>>;

/** The keys derived from a passphrase and one salt. */
type VaultKey = { readonly kdf: SealedPart['kdf']; readonly seal: Buffer; readonly check: Buffer };

/** Returns null for a wrong passphrase. */
export async function vaultKeyFor(passphrase: string, sealed: SealedPart): Promise<VaultKey | null> {
  const key = await derive(passphrase, sealed.kdf);
  return fits(key, sealed) ? key : null;
}

const fits = (key: VaultKey, sealed: SealedPart): boolean =>
  timingSafeEqual(checkOf({ ...key, kdf: sealed.kdf }), Buffer.from(sealed.check, 'base64'));

const entriesSchema = z.array(z.tuple([z.string(), z.string()]));

/** Returns null if the contents were damaged or changed without the key. */
export function unseal(sealed: SealedPart, key: VaultKey): ReadonlyMap<string, string> | null {
  try {
    const nonce = Buffer.from(sealed.cipher.nonce, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key.seal, nonce, { authTagLength: 16 });
    decipher.setAAD(headerOf(sealed.kdf));
    decipher.setAuthTag(Buffer.from(sealed.cipher.tag, 'base64'));
    const text = Buffer.concat([decipher.update(Buffer.from(sealed.text, 'base64')), decipher.final()]);
    return new Map(entriesSchema.parse(JSON.parse(text.toString('utf8'))));
  } catch {
    return null;
  }
}

/** Independent of the order of members in the file. */
const headerOf = ({ name, N, r, p, salt }: SealedPart['kdf']) =>
  Buffer.from(JSON.stringify(['pilot-companion-vault', 2, name, N, r, p, salt, 'aes-256-gcm']));

const checkOf = (key: VaultKey) => createHmac('sha256', key.check).update(headerOf(key.kdf)).digest();

/** Makes a passphrase independent of how a keyboard composes its letters (RFC 8265 §4.2.2). */
function derive(passphrase: string, kdf: SealedPart['kdf']): Promise<VaultKey> {
  const { N, r, p } = kdf;
  const salt = Buffer.from(kdf.salt, 'base64');
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 64, { N, r, p, maxmem: 128 * r * (N + p + 2) + 2 ** 20 }, (error, keys) =>
      error ? reject(error) : resolve({ kdf, seal: keys.subarray(0, 32), check: keys.subarray(32) }),
    );
  });
}
