// Serves the console's built files under /_emulator/. They hold no secret and need no token; the page asks for it and
// talks to the control interface. Files are read with the first request for them and kept: an emulator that nobody
// watches does without them. The Host is looked at by the control interface, in whose scope these routes stand.

import type { FastifyInstance, FastifyReply } from 'fastify';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const folders = [
  // Of the sources and of the published package, where this file lies in emulator/control/.
  new URL('../../dist/console/', import.meta.url),
  // Of the desktop bundle, dist/electron/main.js.
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

/** Nothing inline, nothing from elsewhere; images of reports come as blobs, because they are fetched with the token. */
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
<p>The emulator runs, and its control interface answers. To have the console as well, type <code>npm run build</code> in
the project's folder and load this page again.</p>
</html>
`;

export interface ConsoleFiles {
  /** Null where there is no such file. */
  read(name: string): Promise<Buffer | null>;
}

export function registerConsole(app: FastifyInstance, files: ConsoleFiles = builtFiles): void {
  app.get('/_emulator', (_request, reply) => reply.redirect('/_emulator/', 308));
  app.get('/_emulator/', async (_request, reply) => {
    const page = await files.read('index.html');
    return reply
      .headers(pageHeaders)
      .code(page === null ? 404 : 200)
      .type('text/html; charset=utf-8')
      .send(page ?? notBuilt);
  });
  app.get<{ Params: { name: string } }>('/_emulator/assets/:name', async ({ params: { name } }, reply) => {
    const asset = await files.read(`assets/${name}`);
    return asset === null ? sendNoFile(reply) : sendAsset(reply, name, asset);
  });
}

/** Its name carries the digest of its content: what was fetched once is never asked for again. */
const sendAsset = (reply: FastifyReply, name: string, asset: Buffer): FastifyReply =>
  reply
    .header('Cache-Control', 'public, max-age=31536000, immutable')
    .type(mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
    .send(asset);

const sendNoFile = (reply: FastifyReply): FastifyReply =>
  reply.code(404).send({ error: 'The console has no such file; load its page again.' });

/** The files of the first folder that has a page. Where none has, it is looked for again next time. */
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
      // Only what was listed is read: no name leads out of the folder.
      if (found === null || !found.names.has(name)) return null;
      const file = kept.get(name) ?? readFile(`${found.folder}${name}`);
      kept.set(name, file);
      return file;
    },
  };
}

const builtFiles = createConsoleFiles(folders);
