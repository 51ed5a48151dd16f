// Vite plugins for what the window contains: parsed messages, the coastlines, and the licences.
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { quantize, transform as decoder } from 'topojson-client';
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

type Topology = Parameters<typeof quantize>[0];

/** Has points exactly at -180, 180 and -90, where the land has edges. */
const grid = { scale: [0.1, 0.1], translate: [-180, -90] } satisfies Topology['transform'];

/**
 * A Vite plugin that rounds the world's coastlines to a tenth of a degree. They are drawn for 1:110 million, where
 * half a millimetre is half a degree, and rounded numbers compress to half the size.
 */
export const coarseLand = (): Plugin => ({
  name: 'coarse-land',
  enforce: 'pre',
  transform: {
    filter: { id: /\/world-atlas\/land-110m\.json$/ },
    handler: (json) => ({ code: JSON.stringify(coarse(JSON.parse(json) as Topology)), map: null }),
  },
});

export function coarse({ transform, ...topology }: Topology): Topology {
  const decode = decoder(transform ?? null);
  const arcs = topology.arcs.map((arc) => arc.map((point, index) => decode(point, index > 0)));
  return quantize({ ...topology, arcs }, grid);
}

// A Vite plugin that adds the third-party licences to the window, as a script that is loaded on demand: the content
// security policy allows no request for a text file.

/** @param list the JSON that scripts/build/bill-of-materials.mjs writes */
export const licenceTexts = (list: string): Plugin => ({
  name: 'licence-texts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/renderer\/settings\/licence-list\.ts$/ },
    handler: () => ({ code: `export const licences = ${list};`, map: null }),
  },
});
