// How programs write a secret down: as it is, as a form encodes it, in hexadecimal and in base64. Percent signs and
// backslashes are no forms of their own: the text is unescaped instead (unescaped-text.ts), so that any mixture is found.
import { plainText } from './plain-text.ts';

export type SecretForm = {
  readonly bytes: Uint8Array;
  /** Matches in the same case only. */
  readonly isExact: boolean;
  /** Matches only where no letter or digit touches it. */
  readonly isWord: boolean;
  /** Its base64 neighbours hold bits of it and go with it. */
  readonly isBase64: boolean;
};

/** Shorter secrets are guessed faster than read, and stand in every text. */
export const leastSecretBytes = 4;
/** Shorter ones are masked only where they stand alone, or they would take half the words of a sentence with them. */
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
  // What is encoded further: RFC 6749 §2.3.1 has the parts of Basic credentials form-encoded; tokens carry JSON.
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

/** In base64 a text looks different by where it begins among its neighbours; what these touch is left out. */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const own = (encoded: string) => encoded.slice(Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6));
    return [own(whole.toString('base64')), own(whole.toString('base64url'))];
  });
}
