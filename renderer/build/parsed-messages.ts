// A Vite plugin that parses the message catalogue at build time, so that the window contains neither the parser nor the
// descriptions for translators.
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

/** Changes a parsed message. The browser tests use it to make pseudo-locales. */
type ChangeMessage = (message: MessageFormatElement[]) => MessageFormatElement[];

export const parsedMessages = (change: ChangeMessage = (message) => message): Plugin => ({
  name: 'parsed-messages',
  enforce: 'pre',
  config: () => ({
    resolve: { alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' } },
  }),
  transform: {
    filter: { id: /\/main\/messages\/(?:en|translations)\/[\w-]+\.json$/ },
    handler: (json) => ({ code: withParsedMessages(json, change), map: null }),
  },
});

/** Messages that the window never shows; a translation has them in the same file as the others. */
const elsewhere = /^(?:app|cli|export|resultPage)\./;

function withParsedMessages(json: string, change: ChangeMessage): string {
  const messages = JSON.parse(json) as Record<string, string | { defaultMessage: string }>;
  const parsed = Object.entries(messages)
    .filter(([id]) => !elsewhere.test(id))
    .map(([id, entry]) => {
      const text = typeof entry === 'string' ? entry : entry.defaultMessage;
      return [id, change(parse(text, { ignoreTag: true, captureLocation: false }))] as const;
    });
  return JSON.stringify(Object.fromEntries(parsed));
}
