// Bodies as the journal keeps them: masked text up to a limit; anything else is described.

import { formatBytes } from './wording.ts';
import { maskForm, maskJson, maskText } from './masking.ts';
import type { IsSecret, Mentions } from './masking.ts';

const mostCharacters = 16 * 1024;

/** Truncates to the limit of the journal. */
export const bounded = (text: string, most = mostCharacters): string =>
  text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} more characters)`;

export const formText = (form: string, mentions: Mentions, isSecret?: IsSecret): string =>
  bounded(maskForm(form, mentions, isSecret));

/** Describes a body that was not read; null if there was none. */
export function unreadText(type: string | undefined, sizeBytes: number | null): string | null {
  if (sizeBytes === 0) return null;
  const size = sizeBytes === null ? 'of unknown size' : formatBytes(sizeBytes);
  return `<${maskText(bounded(type ?? 'no type', 200))}, ${size}, not read>`;
}

/**
 * @param isOurs whether the service wrote it; then it contains no secrets but its own
 */
export function answerText(body: unknown, mentions: Mentions, isOurs: boolean): string | null {
  if (Buffer.isBuffer(body)) return body.length === 0 ? null : `<${body.length} bytes of binary data>`;
  if (typeof body !== 'string' || body === '') return null;
  // Pages contain a form token, and nothing that the rule does not record.
  const title = body.startsWith('<!doctype html>') ? /<title>([^<]*)<\/title>/.exec(body)?.[1] : undefined;
  if (title !== undefined) return `<text/html, ${formatBytes(Buffer.byteLength(body))}, “${maskText(title)}”>`;
  return isOurs ? bounded(maskText(body, mentions)) : maskJson(bounded(body));
}
