// Serves the generated OpenAPI descriptions: those in docs, or in a bundle those beside the built console. The contract
// that generates them belongs to a higher layer, and loading it would slow each start down.

import type { FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';

const folders = [
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
  for (const folder of folders) {
    const text = await readFile(new URL(file, folder), 'utf8').catch(() => null);
    if (text !== null) return text;
  }
  return null;
}
