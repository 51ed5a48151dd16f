// Serves what is built beside the emulator: the console under /_emulator/, and the generated OpenAPI descriptions. None of it
// is secret, and none needs the token. The control interface, in whose scope these routes are registered, checks the Host.

import type { FastifyInstance, FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';

const consoleFolders = [
  // From the sources and from the published package.
  new URL('../../dist/console/', import.meta.url),
  // From the desktop bundle, dist/electron/main.js.
  new URL('../console/', import.meta.url),
];

/** From the first folder that has the file; null if none has. */
async function readFrom(folders: readonly URL[], file: string): Promise<Buffer | null> {
  for (const folder of folders) {
    const bytes = await readFile(new URL(file, folder)).catch(() => null);
    if (bytes !== null) return bytes;
  }
  return null;
}

const mediaTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff: 'font/woff',
  woff2: 'font/woff2',
};

/** Images of reports are blobs, because they are fetched with the token. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** The page and its assets, which support GET only. */
export const isConsolePath = (address: string): boolean => /^\/_emulator\/?(?:assets\/[^/]+)?$/.test(address);

/** To be registered with the prefix /_emulator. */
export function registerConsole(app: FastifyInstance, folders: readonly URL[] = consoleFolders): void {
  // Relative, because a proxy or a world may put a path before it.
  app.get('', (_request, reply) => reply.redirect('_emulator/', 308));
  app.get('/', { prefixTrailingSlash: 'slash' }, async (_request, reply) => {
    const page = await readFrom(folders, 'index.html');
    if (page === null) return reply.code(404).send({ error: 'The console is not built; run npm run build.' });
    return reply.headers(pageHeaders).type('text/html; charset=utf-8').send(page);
  });
  app.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name } }, reply) => {
    // No name leads out of the folder.
    const asset = /^[\w-]+(?:\.[\w-]+)+$/.test(name) ? await readFrom(folders, `assets/${name}`) : null;
    if (asset === null) return reply.code(404).send({ error: 'The console has no such file; reload the page.' });
    return (
      reply
        // The name contains the digest of the content.
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .type(mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
        .send(asset)
    );
  });
}

// The contract that generates the descriptions belongs to a higher layer, and loading it would slow each start down.
const descriptionFolders = [
  // From the sources and from the published package.
  new URL('../../docs/emulator/', import.meta.url),
  // From the bundles of the app and of the command line.
  new URL('../console/', import.meta.url),
];

/** The descriptions are no secret, so tools may read them without the token. */
export const openapiPath = '/openapi.json';

/**
 * @param url the base URL, which the description names as its only server
 */
export async function sendOpenapi(
  reply: FastifyReply,
  name: 'control' | 'extended',
  url: string,
): Promise<FastifyReply> {
  const text = await readFrom(descriptionFolders, `openapi-${name}.json`);
  if (text === null) return reply.code(404).send({ error: 'The OpenAPI descriptions are not part of this build.' });
  const description = { ...(JSON.parse(text.toString()) as object), servers: [{ url }] };
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(description));
}
