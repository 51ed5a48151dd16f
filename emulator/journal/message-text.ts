// The bodies of both sides as the journal keeps them: text up to a limit and masked, anything else in words.

import { sizeInWords } from './amounts.ts';
import { maskForm, maskJson, maskText } from './masking.ts';
import type { IsSecret } from './masking.ts';

const mostCharacters = 16 * 1024;

/** No longer than is kept; what is cut off is a copy, since a part of a text keeps the whole of it in memory. */
export function bounded(text: string, most = mostCharacters): string {
  if (text.length <= most) return text;
  const kept = Buffer.from(text.slice(0, most), 'utf16le').toString('utf16le');
  return `${kept}… (${text.length - most} more characters)`;
}

export const formText = (form: string, isSecret?: IsSecret): string => bounded(maskForm(form, isSecret));

/** A body that was not read, or not kept. Null where there was none. */
export function unreadText(type: string | undefined, sizeBytes: number | null): string | null {
  if (sizeBytes === 0) return null;
  const size = sizeBytes === null ? 'of unknown size' : sizeInWords(sizeBytes);
  return `<${maskText(bounded(type ?? 'no type', 200))}, ${size}, not read>`;
}

/** @param type the answer's Content-Type */
export function answerText(body: unknown, type: string | null): string | null {
  if (Buffer.isBuffer(body)) return body.length === 0 ? null : `<${body.length} bytes that are no text>`;
  if (typeof body !== 'string' || body === '') return null;
  // Pages hold a token for their form, and their text says nothing that the ruling does not.
  const title = type?.startsWith('text/html') ? /<title>([^<]*)<\/title>/.exec(body)?.[1] : undefined;
  if (title !== undefined) return `<text/html, ${sizeInWords(Buffer.byteLength(body))}, “${maskText(title)}”>`;
  // What is masked is no longer than what is kept: a secret that the end cuts in two is masked all the same.
  return body.length <= mostCharacters ? maskJson(body) : maskJson(bounded(body));
}
