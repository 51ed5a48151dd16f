// The bodies of both sides as the journal keeps them: text up to a limit and masked, anything else in words.

import { sizeInWords } from './wording.ts';
import { maskForm, maskJson, maskText } from './masking.ts';
import type { IsSecret, Mentions } from './masking.ts';

const mostCharacters = 16 * 1024;

/** No longer than is kept. */
export const bounded = (text: string, most = mostCharacters): string =>
  text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} more characters)`;

export const formText = (form: string, mentions: Mentions, isSecret?: IsSecret): string =>
  bounded(maskForm(form, mentions, isSecret));

/** A body that was not read, or not kept. Null where there was none. */
export function unreadText(type: string | undefined, sizeBytes: number | null): string | null {
  if (sizeBytes === 0) return null;
  const size = sizeBytes === null ? 'of unknown size' : sizeInWords(sizeBytes);
  return `<${maskText(bounded(type ?? 'no type', 200))}, ${size}, not read>`;
}

/**
 * @param isOurs whether the service worded it: then no secret is in it but those that it makes
 */
export function answerText(body: unknown, mentions: Mentions, isOurs: boolean): string | null {
  if (Buffer.isBuffer(body)) return body.length === 0 ? null : `<${body.length} bytes of binary data>`;
  if (typeof body !== 'string' || body === '') return null;
  // Pages hold a token for their form, and their text says nothing that the ruling does not.
  const title = body.startsWith('<!doctype html>') ? /<title>([^<]*)<\/title>/.exec(body)?.[1] : undefined;
  if (title !== undefined) return `<text/html, ${sizeInWords(Buffer.byteLength(body))}, “${maskText(title)}”>`;
  return isOurs ? bounded(maskText(body, mentions)) : maskJson(bounded(body));
}
