// Serves the window: the files of dist/renderer, listed once at the start. Nothing else on the disk can be requested;
// images come over the bridge, as bytes.
import { readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Protocol } from 'electron';

export const appScheme = 'app';
const appHost = 'pilot-companion';
export const appOrigin = `${appScheme}://${appHost}`;

/** No inline script or style, no eval, no network: the window reaches the process over its bridge alone. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

const headersOf = (mediaType: string) => ({
  'Content-Type': mediaType,
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
});

const notFound = () => new Response('Not found.', { status: 404, headers: headersOf('text/plain') });

type ServeOptions = {
  /** Folder of the built window. */
  readonly rendererDir: string;
};

/** Answers requests of the window. */
export function createAppProtocol({ rendererDir }: ServeOptions) {
  const served = new Map(filesIn(rendererDir).map((name) => [name, join(rendererDir, ...name.split('/'))]));

  return async (request: Pick<Request, 'method' | 'url'>): Promise<Response> => {
    if (request.method !== 'GET') {
      return new Response(null, { status: 405, headers: { ...headersOf('text/plain'), Allow: 'GET' } });
    }
    const address = readAppAddress(request.url);
    if (address.kind === 'rejected') return notFound();
    const path = served.get(address.name);
    const mediaType = mediaTypes[extname(address.name)];
    return path === undefined || mediaType === undefined ? notFound() : sendFile(path, mediaType);
  };
}

export function serveAppProtocol(protocol: Pick<Protocol, 'handle'>, scheme: string, options: ServeOptions): void {
  protocol.handle(scheme, createAppProtocol(options));
}

/**
 * Relative names with forward slashes, without links. One folder at a time, as an asar archive supports no recursion.
 */
function filesIn(folder: string, prefix = ''): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = `${prefix}${entry.name}`;
    if (entry.isDirectory()) return filesIn(join(folder, entry.name), `${name}/`);
    return entry.isFile() ? [name] : [];
  });
}

async function sendFile(path: string, mediaType: string): Promise<Response> {
  try {
    const file = await open(path);
    const { size } = await file.stat();
    const body = Readable.toWeb(file.createReadStream()) as ReadableStream;
    return new Response(body, { headers: { ...headersOf(mediaType), 'Content-Length': String(size) } });
  } catch {
    return notFound();
  }
}

// Reads an address of the window (app://pilot-companion/). It allows names by pattern: anything encoded, absolute, hidden or
// climbing is rejected.

type AppAddress =
  | { readonly kind: 'file'; /** Relative to the window's folder, with forward slashes. */ readonly name: string }
  | { readonly kind: 'rejected' };

const rejected: AppAddress = { kind: 'rejected' };
/** Names without an escape, a backslash, a colon or a leading dot in any part. */
const fileName = /^(?:[\w@-][\w.@~-]*\/)*[\w@-][\w.@~-]*$/;
const ownStart = `${appOrigin}/`;

/** Reads an address as it arrived, before any parser normalises it. Query and fragment are ignored. */
export function readAppAddress(address: string): AppAddress {
  if (!address.startsWith(ownStart)) return rejected;
  const path = address.slice(ownStart.length).replace(/[?#].*$/s, '');
  if (path === '') return { kind: 'file', name: 'index.html' };
  return fileName.test(path) ? { kind: 'file', name: path } : rejected;
}
