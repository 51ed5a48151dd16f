// A proxy between the browser and the window's server that keeps every byte, for any protocol of the bridge. The
// browser's own cookie for the window is excluded: it is the key of this traffic.
import { createServer, request as ask, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function startRecordingProxy() {
  const kept: { readonly what: string; readonly bytes: Buffer }[] = [];
  const keep = (what: string, bytes: Buffer | string) => void kept.push({ what, bytes: Buffer.from(bytes) });
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '', 'http://unnamed.invalid');
    const what = `${request.method} ${address.pathname}`;
    keep(`request ${what}`, `${request.url}\n${headersOf(request.headers)}`);
    const { 'proxy-connection': _, ...headers } = request.headers;
    const onward = ask({
      host: address.hostname,
      port: address.port,
      path: address.pathname + address.search,
      method: request.method,
      headers,
    });
    onward.on('response', (answer) => {
      keep(`answer ${what}`, headersOf(answer.headers));
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (chunk: Buffer) => keep(`answer ${what}`, chunk));
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.on('data', (chunk: Buffer) => keep(`request ${what}`, chunk));
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The traffic, chunk by chunk. */
    kept: (): readonly { readonly what: string; readonly bytes: Buffer }[] => kept,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const headersOf = (headers: IncomingHttpHeaders): string =>
  JSON.stringify({ ...headers, cookie: undefined, 'set-cookie': undefined });
