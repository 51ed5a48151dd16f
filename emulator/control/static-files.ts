// Serves the built console under /_emulator/. Its files contain no secret and need no token. They are read on the first
// request and kept in memory. The control interface, in whose scope these routes are registered, checks the Host.

import type { FastifyInstance, FastifyReply } from 'fastify';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const folders = [
  // From the sources and from the published package.
  new URL('../../dist/console/', import.meta.url),
  // From the desktop bundle, dist/electron/main.js.
  new URL('../console/', import.meta.url),
].map((url) => fileURLToPath(url));

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

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The console is not built</title>
<h1>The console is not built</h1>
<p>The emulator and its control interface are running. To use the console, run <code>npm run build</code> in the
project folder and reload this page.</p>
</html>
`;

type ConsoleFiles = {
  /** Returns null if there is no such file. */
  read(name: string): Promise<Buffer | null>;
};

/** The page and its assets, which support GET only. */
export const isConsolePath = (address: string): boolean => /^\/_emulator\/?(?:assets\/[^/]+)?$/.test(address);

/** To be registered with the prefix /_emulator. */
export function registerConsole(app: FastifyInstance, files: ConsoleFiles = builtFiles): void {
  // Relative, because a proxy or a world may put a path before it.
  app.get('', (_request, reply) => reply.redirect('_emulator/', 308));
  app.get('/', { prefixTrailingSlash: 'slash' }, async (_request, reply) => {
    const page = await files.read('index.html');
    return reply
      .headers(pageHeaders)
      .code(page === null ? 404 : 200)
      .type('text/html; charset=utf-8')
      .send(page ?? notBuilt);
  });
  app.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name } }, reply) => {
    const asset = await files.read(`assets/${name}`);
    return asset === null ? sendNoFile(reply) : sendAsset(reply, name, asset);
  });
}

/** The name contains the digest of the content, so it can be cached forever. */
const sendAsset = (reply: FastifyReply, name: string, asset: Buffer): FastifyReply =>
  reply
    .header('Cache-Control', 'public, max-age=31536000, immutable')
    .type(mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
    .send(asset);

const sendNoFile = (reply: FastifyReply): FastifyReply =>
  reply.code(404).send({ error: 'The console has no such file; reload the page.' });

/** Reads from the first folder that contains index.html; if none does, looks again on the next request. */
export function createConsoleFiles(candidates: readonly string[]): ConsoleFiles {
  let found: { folder: string; names: ReadonlySet<string> } | null = null;
  const kept = new Map<string, Promise<Buffer>>();

  const find = async () => {
    for (const folder of candidates) {
      const names = await readdir(folder, { recursive: true }).catch((): string[] => []);
      if (names.includes('index.html'))
        return { folder, names: new Set(names.map((name) => name.replaceAll('\\', '/'))) };
    }
    return null;
  };

  return {
    async read(name) {
      found ??= await find();
      // Only listed names are read, so no name can lead out of the folder.
      if (found === null || !found.names.has(name)) return null;
      const file = kept.get(name) ?? readFile(`${found.folder}${name}`);
      kept.set(name, file);
      return file;
    },
  };
}

const builtFiles = createConsoleFiles(folders);

// Serves the generated OpenAPI descriptions: those in docs, or in a bundle those beside the built console. The contract
// that generates them belongs to a higher layer, and loading it would slow each start down.

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
  const text = await readDescription(`openapi-${name}.json`);
  if (text === null) return reply.code(404).send({ error: 'The OpenAPI descriptions are not part of this build.' });
  const description = { ...(JSON.parse(text) as object), servers: [{ url }] };
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(description));
}

async function readDescription(file: string): Promise<string | null> {
  for (const folder of descriptionFolders) {
    const text = await readFile(new URL(file, folder), 'utf8').catch(() => null);
    if (text !== null) return text;
  }
  return null;
}
