// The secrets that this process has held, masked by value in every text that is stored or shown, in any encoding.
// Patterns of unknown secrets are the task of redact.ts.
import { redacted } from './redact.ts';
import { formsOf, leastSecretBytes, type SecretForm } from './secret-forms.ts';
import { unescapedLayers } from './unescaped-text.ts';

type SecretKind =
  | 'access-token'
  | 'refresh-token'
  | 'code'
  | 'code-verifier'
  | 'state'
  | 'client-secret'
  | 'passphrase'
  | 'window-key';

export type SecretRegistry = {
  /** Registers a secret. It stays registered after it was replaced: it may still be valid elsewhere. */
  register(value: string, kind: SecretKind): void;
  /** Returns the text with every registered secret replaced: plain, percent-encoded, JSON-escaped, base64 and hex. */
  mask(text: string): string;
  /**
   * Returns the JSON value with its texts masked, for windows and programs. They need paths and numbers unchanged, so
   * only long secrets are masked, and no state, which is part of the address for the browser.
   */
  maskValue<T>(value: T): T;
};

/** The oldest go first: at two tokens an hour, ten days of secrets. */
const mostSecrets = 500;
/** No name, path or number contains a secret of this length by chance. */
const leastUnmistakable = 16;
const MAP_BITS = 18;

/** `isUnmistakable`: maskValue masks it too. */
type Indexed = SecretForm & { readonly isUnmistakable: boolean };

export function createSecretRegistry(): SecretRegistry {
  const known = new Map<string, readonly Indexed[]>();
  /** By their first four bytes, in lower case. */
  const forms = new Map<number, Indexed[]>();
  const seen = new Uint8Array(1 << MAP_BITS);
  const mayBegin = (prefix: number) => seen[slotOf(prefix)] === 1 && forms.has(prefix);

  function forget(value: string) {
    for (const form of known.get(value) ?? []) {
      const prefix = prefixAt(form.bytes, 0);
      const others = (forms.get(prefix) ?? []).filter((one) => one !== form);
      if (others.length > 0) forms.set(prefix, others);
      else forms.delete(prefix);
    }
    known.delete(value);
  }

  function register(value: string, kind: SecretKind) {
    const before = known.get(value);
    if (before) {
      known.delete(value);
      known.set(value, before);
      return;
    }
    if (Buffer.byteLength(value) < leastSecretBytes) return;
    const isUnmistakable = value.length >= leastUnmistakable && kind !== 'state';
    const indexed = formsOf(value).map((form) => ({ ...form, isUnmistakable }));
    known.set(value, indexed);
    for (const form of indexed) {
      const prefix = prefixAt(form.bytes, 0);
      seen[slotOf(prefix)] = 1;
      forms.set(prefix, [...(forms.get(prefix) ?? []), form]);
    }
    if (known.size > mostSecrets) forget(known.keys().next().value ?? '');
  }

  /** Whether a closer look is needed: most texts have no escape and no candidate. */
  function isSuspect(text: string): boolean {
    let prefix = 0;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit > 0x7f || unit === 0x25 || unit === 0x5c) return true;
      prefix = (prefix << 8) | small(unit);
      if (at >= 3 && mayBegin(prefix)) return true;
    }
    return false;
  }

  function maskOf(text: string, isWanted: (form: Indexed) => boolean): string {
    if (known.size === 0 || text.length < leastSecretBytes || !isSuspect(text)) return text;
    const ranges: Range[] = [];
    for (const layer of unescapedLayers(text)) {
      const { bytes } = layer;
      // Base64 around a match is masked with it. Each run is scanned once, or many matches would take quadratic time.
      let maskedTo = 0;
      for (let at = 0; at + 4 <= bytes.length; at += 1) {
        const prefix = prefixAt(bytes, at);
        if (!mayBegin(prefix)) continue;
        for (const form of forms.get(prefix) ?? []) {
          if (at + form.bytes.length <= maskedTo || !isWanted(form) || !fits(form, bytes, at)) continue;
          const [first, last] = extentOf(form, bytes, at, maskedTo);
          maskedTo = Math.max(maskedTo, last + 1);
          ranges.push([layer.from[first]!, layer.to[last]!]);
        }
      }
    }
    return replaced(text, ranges);
  }

  const mask = (text: string) => maskOf(text, () => true);
  const maskLong = (text: string) => maskOf(text, ({ isUnmistakable }) => isUnmistakable);
  return {
    register,
    mask,
    maskValue: <T>(value: T) => (known.size === 0 ? value : (mapped(value, maskLong) as T)),
  };
}

const small = (byte: number) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte);
const prefixAt = (bytes: Uint8Array, at: number) =>
  (small(bytes[at]!) << 24) | (small(bytes[at + 1]!) << 16) | (small(bytes[at + 2]!) << 8) | small(bytes[at + 3]!);
const slotOf = (prefix: number) => Math.imul(prefix, 0x9e_37_79_b1) >>> (32 - MAP_BITS);

function fits({ bytes, isExact, isWord }: SecretForm, text: Uint8Array, at: number): boolean {
  if (at + bytes.length > text.length) return false;
  for (let place = 0; place < bytes.length; place += 1) {
    const [wanted, found] = [bytes[place]!, text[at + place]!];
    if (isExact ? wanted !== found : small(wanted) !== small(found)) return false;
  }
  return !isWord || !(isWordByte(text[at - 1]) || isWordByte(text[at + bytes.length]));
}

const isWordByte = (byte: number | undefined) =>
  byte !== undefined && (byte > 0x7f || /[A-Za-z0-9_]/.test(String.fromCharCode(byte)));
const isBase64Byte = (byte: number | undefined) =>
  byte !== undefined && byte < 0x80 && /[A-Za-z0-9+/_=-]/.test(String.fromCharCode(byte));

type Range = readonly [from: number, to: number];

/** The first and last byte to mask; those before `least` are masked already. */
function extentOf(form: SecretForm, bytes: Uint8Array, at: number, least: number): Range {
  let first = at;
  let last = at + form.bytes.length - 1;
  if (form.isBase64) {
    while (first > least && isBase64Byte(bytes[first - 1])) first -= 1;
    while (isBase64Byte(bytes[last + 1])) last += 1;
  }
  return [first, last];
}

function replaced(text: string, ranges: readonly Range[]): string {
  let result = '';
  let done = 0;
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    if (from >= done) result += text.slice(done, from) + redacted;
    done = Math.max(done, to);
  }
  return result + text.slice(done);
}

/** Unchanged values are returned as they are. Object keys are ours. */
function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) {
    const members = value.map((member) => mapped(member, change));
    return members.some((member, at) => member !== value[at]) ? members : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, member, mapped(member, change)] as const);
  return members.some(([, before, after]) => before !== after)
    ? Object.fromEntries(members.map(([name, , after]) => [name, after]))
    : value;
}
