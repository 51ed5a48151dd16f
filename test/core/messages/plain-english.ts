// What every message of the companion has to be.
import { expect } from 'vitest';
import type { Message } from '../../../main/messages/message.ts';
import { text } from '../../../main/node/host/text.ts';

/** Words of language.md that no message uses, such as `by itself`. */
const banned =
  /\b(illegal|fatal|sorry|oops|please|by itself|by themselves|anew|whoever|amiss|trouble|off line|on line|hand(s|ed)? over|put away|your word|just now|vain|mended)\b/i;

export function expectPlainEnglish(shown: Message) {
  const told = text(shown);
  expect(told).not.toBe(shown.id);
  expect(told).not.toMatch(banned);
  expect(told).not.toContain('!');
  expect(told).not.toMatch(/undefined|null|NaN|\[object/);
}
