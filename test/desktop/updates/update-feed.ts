// A feed of updates on loopback, signed as a release signs it, and a count of what is requested.
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signedBytes } from '../../../main/electron/updates/engine/signed-feed.ts';

export const metadataName = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`;
export const betaName = metadataName.replace('latest', 'beta');

export type Answer = Buffer | string | ((response: ServerResponse, request: IncomingMessage) => void);

export const sha512 = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');

export const metadataOf = (version: string, file: Buffer, more = '') =>
  `version: ${version}\nfiles:\n  - url: App-${version}.AppImage\n    sha512: ${sha512(file)}\n    size: ${file.length}\n` +
  `path: App-${version}.AppImage\nsha512: ${sha512(file)}\nreleaseDate: '2026-11-22T00:00:00.000Z'\n${more}`;

export async function openUpdateFeed() {
  const keys = generateKeyPairSync('ed25519');
  const files = new Map<string, Answer>();
  const requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    const answer = files.get((request.url ?? '').slice('/feed/'.length));
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'function') answer(response, request);
    else response.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const signatureOf = (name: string, text: string, key: KeyObject = keys.privateKey) =>
    sign(null, signedBytes(name, Buffer.from(text)), key).toString('base64');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`,
    publicKey: keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    files,
    requests,
    paths: () => requests.map(({ path }) => path),
    signatureOf,
    /** Publishes metadata and its signature, and the package. */
    publish(version: string, file: Buffer, { more = '', name = metadataName } = {}) {
      const text = metadataOf(version, file, more);
      files.set(name, text);
      files.set(`${name}.sig`, signatureOf(name, text));
      files.set(`App-${version}.AppImage`, file);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
export type UpdateFeed = Awaited<ReturnType<typeof openUpdateFeed>>;
