// The encodings of a secret: plain, form-encoded, hexadecimal, base64. Percent signs and backslashes are removed from
// the text instead (unescaped-text.ts), so that any mixture is found.
import { plainText } from './plain-text.ts';

export type SecretForm = {
  readonly bytes: Uint8Array;
  /** Case-sensitive. */
  readonly isExact: boolean;
  /** Matches only between characters that are neither letters nor digits. */
  readonly isWord: boolean;
  /** Neighboring base64 characters hold bits of it and are masked too. */
  readonly isBase64: boolean;
};

/** Shorter secrets could be guessed, and occur in every text. */
export const leastSecretBytes = 4;
/** Shorter ones are masked only as whole words, or they would take parts of other words with them. */
const leastInsideBytes = 6;
const leastEncodedLength = 6;

export function formsOf(secret: string): SecretForm[] {
  const forms = new Map<string, SecretForm>();
  const add = (bytes: Uint8Array, kind: Partial<SecretForm> = {}) => {
    if (bytes.length < leastSecretBytes) return;
    const isWord = !kind.isBase64 && bytes.length < leastInsideBytes;
    const form = { bytes, isExact: isWord, isWord, isBase64: false, ...kind };
    const key = `${form.isExact} ${Buffer.from(bytes).toString('latin1')}`;
    if (!forms.has(key)) forms.set(key, form);
  };
  const plain = [secret, plainText(secret), secret.replaceAll(' ', '+')];
  // Values that are encoded further: RFC 6749 §2.3.1 form-encodes the parts of Basic credentials; tokens carry JSON.
  const inside = [encodeURIComponent(secret.toWellFormed()), formEncoded(secret), JSON.stringify(secret).slice(1, -1)];
  for (const text of plain) add(Buffer.from(text));
  for (const text of new Set([...plain, ...inside])) {
    if (Buffer.byteLength(text) < leastSecretBytes) continue;
    add(Buffer.from(Buffer.from(text).toString('hex')));
    for (const encoded of inBase64(Buffer.from(text))) {
      if (encoded.length >= leastEncodedLength) add(Buffer.from(encoded), { isExact: true, isBase64: true });
    }
  }
  return [...forms.values()];
}

const formEncoded = (text: string) => new URLSearchParams({ s: text }).toString().slice(2);

/** In base64 a text looks different at each offset; the characters at its ends are left out. */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const own = (encoded: string) => encoded.slice(Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6));
    return [own(whole.toString('base64')), own(whole.toString('base64url'))];
  });
}
