// Messages as the journal keeps them: headers by name, and bodies as masked text up to a limit; anything else is described.

import { maskJson, maskText } from './masking.ts';

type Header = readonly [name: string, value: string];

/** The names in lower case and the values of raw headers. */
export function pairsOf(raw: readonly string[]): Header[] {
  const pairs: Header[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at]!.toLowerCase(), raw[at + 1]!]);
  return pairs;
}

/** Joins headers of the same name (RFC 9110 §5.3). Without a prototype, because `__proto__` is a valid name. */
export function joined(headers: readonly Header[]): Record<string, string> {
  const all = Object.create(null) as Record<string, string>;
  for (const [name, value] of headers) all[name] = all[name] === undefined ? value : `${all[name]}, ${value}`;
  return all;
}

const mostCharacters = 16 * 1024;

export const bounded = (text: string, most = mostCharacters): string =>
  text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} more characters)`;

/** Describes a body that was not read; null if there was none. */
export function unreadText(type: string | undefined, sizeBytes: number | null): string | null {
  if (sizeBytes === 0) return null;
  const size = sizeBytes === null ? 'of unknown size' : formatBytes(sizeBytes);
  return `<${maskText(bounded(type ?? 'no type', 200))}, ${size}, not read>`;
}

/**
 * @param isOurs whether the service wrote it; then it contains no secrets but its own
 */
export function answerText(body: unknown, isOurs: boolean): string | null {
  if (Buffer.isBuffer(body)) return body.length === 0 ? null : `<${body.length} bytes of binary data>`;
  if (typeof body !== 'string' || body === '') return null;
  // Pages contain a form token, and nothing that the rule does not record.
  const title = body.startsWith('<!doctype html>') ? /<title>([^<]*)<\/title>/.exec(body)?.[1] : undefined;
  if (title !== undefined) return `<text/html, ${formatBytes(Buffer.byteLength(body))}, “${maskText(title)}”>`;
  return isOurs ? bounded(maskText(body)) : maskJson(bounded(body));
}

// Describes the parts of a form, one line each, without their content.

export type PartSeen = {
  sizeBytes: number;
  isWhole: boolean;
};

export type MultipartParts = {
  /** Adds a part; its receiver updates the returned object. */
  begin(name: string, fileName: string | null, type: string | null): PartSeen;
  /** `report: <image/png, 1.5 MB, eddf-lppt.png>`, a line each. */
  text(): string;
};

export function createMultipartParts(): MultipartParts {
  const lines: { message: (size: string) => string; seen: PartSeen }[] = [];

  return {
    begin(name, fileName, type) {
      const seen: PartSeen = { sizeBytes: 0, isWhole: false };
      const [field, kind] = [shown(name), shown(type ?? (fileName === null ? 'text' : 'application/octet-stream'))];
      const file = fileName === null ? '' : `, ${shown(fileName)}`;
      lines.push({ seen, message: (size) => `${field}: <${kind}, ${size}${file}>` });
      return seen;
    },
    text() {
      const described = lines.map(({ message, seen: { sizeBytes, isWhole } }) =>
        message(isWhole ? formatBytes(sizeBytes) : `${formatBytes(sizeBytes)} received before the connection broke`),
      );
      return bounded(described.join('\n'));
    },
  };
}

/** One line, masked. */
const shown = (text: string) => maskText(text).replaceAll(/\p{Cc}/gu, '�');

// Formats durations and sizes for the rules of the journal. Past durations are rounded down and future ones up, so that no
// figure overstates.

/** Past: `850 ms`, `3.2 s`, `4 min 10 s`, `2 h 5 min`, `30 d`. */
export const elapsed = (ms: number): string => span(ms, Math.floor);

/** Future. */
export const remaining = (ms: number): string => span(ms, Math.ceil);

function span(ms: number, round: (value: number) => number): string {
  if (ms < 1000) return `${Math.max(0, round(ms))} ms`;
  const tenths = round(ms / 100);
  if (tenths < 600) return `${tenths / 10} s`;
  const seconds = round(ms / 1000);
  if (seconds < 3600) return parts(seconds, 60, 'min', 's');
  const minutes = round(ms / 60_000);
  if (minutes < 1440) return parts(minutes, 60, 'h', 'min');
  return parts(round(ms / 3_600_000), 24, 'd', 'h');
}

function parts(amount: number, ratio: number, large: string, small: string): string {
  const rest = amount % ratio;
  return `${Math.floor(amount / ratio)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}

/** `812 bytes`, `12.4 kB`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return bytes < 999_950 ? `${round(bytes / 1000)} kB` : `${round(bytes / 1_000_000)} MB`;
}

const round = (value: number) => Math.round(value * 10) / 10;
