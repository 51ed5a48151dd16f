// Searches bytes for secrets in every form that programs write them in: plain, percent-encoded, base64, base64url, hex,
// JSON-escaped, and as the two-byte text that Windows writes. Each form is searched by its halves: with a cut anywhere
// (a chunk, a page of the database, a truncated line), one half is complete.

export type Secret = { readonly kind: string; readonly value: string };
/** Where one was found; never the secret itself, which would then be in the test report. */
export type Leak = { readonly where: string; readonly kind: string; readonly form: string; readonly at: number };

/** Shorter fragments occur in harmless bytes. */
const least = 10;
/** This many bytes of each fragment are searched at a time; a hit is then compared in full. */
const window = 8;
const mapBits = 20;

type Piece = { readonly kind: string; readonly form: string; readonly bytes: Buffer };

export function createLeakSearch(secrets: Iterable<Secret>) {
  const pieces = new Map<number, Piece[]>();
  const map = new Uint8Array(1 << mapBits);
  const known = new Set<string>();
  for (const secret of secrets) {
    if (known.has(secret.value)) continue;
    known.add(secret.value);
    for (const piece of piecesOf(secret)) {
      const hash = hashOf(piece.bytes, 0);
      map[hash >>> (32 - mapBits)] = 1;
      const alike = pieces.get(hash);
      if (alike) alike.push(piece);
      else pieces.set(hash, [piece]);
    }
  }

  /** At most one of each kind and form. */
  function search(where: string, bytes: Buffer): Leak[] {
    const found = new Map<string, Leak>();
    let hash = bytes.length < window ? 0 : hashOf(bytes, 0);
    for (let at = 0; at + window <= bytes.length; at += 1) {
      if (map[hash >>> (32 - mapBits)] === 1) {
        for (const { kind, form, bytes: wanted } of pieces.get(hash) ?? []) {
          if (bytes.compare(wanted, 0, wanted.length, at, Math.min(at + wanted.length, bytes.length)) !== 0) continue;
          const key = `${kind} ${form}`;
          if (!found.has(key)) found.set(key, { where, kind, form, at });
        }
      }
      const leaving = Math.imul(bytes[at]! + 1, first);
      hash = (Math.imul(hash - leaving, base) + (bytes[at + window] ?? 0) + 1) >>> 0;
    }
    return [...found.values()];
  }

  return { search, count: known.size };
}

const base = 0x01_00_01_93;
/** The weight of the first byte of a window. */
const first = Array.from({ length: window - 1 }).reduce<number>((power) => Math.imul(power, base), 1);

function hashOf(bytes: Buffer, from: number): number {
  let hash = 0;
  for (let at = from; at < from + window; at += 1) hash = (Math.imul(hash, base) + bytes[at]! + 1) >>> 0;
  return hash;
}

function piecesOf({ kind, value }: Secret): Piece[] {
  return [...formsOf(value)].flatMap(([form, text]) => {
    const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1');
    const middle = bytes.length >> 1;
    const halves = middle < least ? [bytes] : [bytes.subarray(0, middle), bytes.subarray(middle)];
    return halves.map((half) => ({ kind, form, bytes: half }));
  });
}

function formsOf(value: string): ReadonlyMap<string, string | Buffer> {
  const bytes = Buffer.from(value, 'utf8');
  const each = (write: (byte: number) => string) => [...bytes].map(write).join('');
  const hex = (byte: number) => byte.toString(16).padStart(2, '0');
  const forms = new Map<string, string | Buffer>([
    ['plain', bytes],
    ['utf-16', Buffer.from(value, 'utf16le')],
    ['percent', encodeURIComponent(value)],
    ['percent, every byte', each((byte) => `%${hex(byte).toUpperCase()}`)],
    ['percent, every byte, small', each((byte) => `%${hex(byte)}`)],
    ['hex', bytes.toString('hex')],
    ['hex, large', bytes.toString('hex').toUpperCase()],
    ['json', JSON.stringify(value).slice(1, -1)],
    ['json, every sign', each((byte) => String.raw`\u00${hex(byte)}`)],
    ['json, every sign, large', each((byte) => String.raw`\u00${hex(byte).toUpperCase()}`)],
  ]);
  // In base64 a text depends on its offset among its neighbours; the characters they share are left out.
  for (const before of [0, 1, 2]) {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const stable = (encoded: string) => encoded.slice(Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6));
    forms.set(`base64, ${before} before`, stable(whole.toString('base64')));
    forms.set(`base64url, ${before} before`, stable(whole.toString('base64url')));
  }
  return forms;
}
