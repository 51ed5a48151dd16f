// What a fault can match of a request, and whether it does.

import type { FastifyRequest } from 'fastify';
import { digestOf } from '../http/digest.ts';
import { readBasic, parseForm, pathOf, queryOf, bearerToken } from '../http/request.ts';
import type { FaultMatch } from '../world/fault-schema.ts';
import type { Fault, World } from '../world/world.ts';
import type { IncomingMessage } from 'node:http';
import { boundaryOf, createMultipartReader } from '../flights/multipart.ts';
import { isPathMatch } from '../world/fault-schema.ts';

export type RequestTraits = {
  query?: string;
  headers?: Readonly<Record<string, string | string[] | undefined>>;
  /** A field of a URL-encoded form. */
  formField?(name: string): string | undefined;
} & Partial<Record<PlainTrait, string | undefined>>;

type PlainTrait = 'method' | 'path' | 'grantType' | 'clientId' | 'pilot' | 'fileName' | 'contentType';

const equal = ['grantType', 'clientId', 'pilot'] as const;
const contained = ['query', 'fileName', 'contentType'] as const;

export function isMatch(match: FaultMatch, traits: RequestTraits): boolean {
  const { method, path, headers = {}, form = {} } = match;
  return (
    (method === undefined || method.toUpperCase() === traits.method) &&
    (path === undefined || isPathMatch(path, traits.path ?? '')) &&
    equal.every((name) => match[name] === undefined || match[name] === traits[name]) &&
    contained.every((name) => match[name] === undefined || isIn(match[name], traits[name])) &&
    Object.entries(headers).every(([name, text]) => isIn(text, traits.headers?.[name.toLowerCase()])) &&
    Object.entries(form).every(([name, value]) => traits.formField?.(name) === value)
  );
}

const isIn = (text: string, value: string | readonly string[] | undefined): boolean =>
  value !== undefined && String(value).toLowerCase().includes(text.toLowerCase());

/** Reads the beginning of an upload only if a fault matches files. */
export async function traitsOf(
  world: World,
  request: FastifyRequest,
  faults: readonly Fault[],
): Promise<RequestTraits> {
  const form = parseForm(typeof request.body === 'string' ? request.body : '');
  const basic = readBasic(request.headers.authorization ?? '').find(([id]) => world.applications.has(id));
  const consentId = consentIdOf(world, bearerToken(request), form.get('refresh_token'), form.get('code'));
  const consent = consentId === undefined ? undefined : world.consents.get(consentId);
  const query = queryOf(request);
  const asksForFile = faults.some(({ match }) => match.fileName !== undefined || match.contentType !== undefined);
  const file = asksForFile ? await peekFile(request.raw) : null;
  return {
    method: request.method,
    path: pathOf(request),
    query,
    headers: request.headers,
    formField: (name) => form.get(name),
    grantType: form.get('grant_type'),
    clientId: consent?.clientId ?? form.get('client_id') ?? basic?.[0] ?? parseForm(query).get('client_id'),
    pilot: consent?.pilotId,
    fileName: file?.fileName,
    contentType: file?.contentType,
  };
}

function consentIdOf(world: World, access: string | null, refresh?: string, code?: string): string | undefined {
  if (access !== null) return world.accessTokens.get(digestOf(access))?.consentId;
  if (refresh !== undefined) return world.refreshTokens.get(digestOf(refresh))?.consentId;
  return code === undefined ? undefined : world.codes.get(digestOf(code))?.consentId;
}

// Reads as far as the first file of a multipart body and puts back what it read, so that the upload can read it again.

type PeekedFile = {
  fileName: string;
  contentType: string | undefined;
};

/** The head of the file has to end within this many bytes; otherwise it is ignored. */
const mostBytes = 64 * 1024;

/** Returns null if there is no file. */
function peekFile(request: IncomingMessage): Promise<PeekedFile | null> {
  const boundary = boundaryOf(request.headers['content-type']);
  if (boundary === null || request.readableEnded || request.destroyed) return Promise.resolve(null);
  return new Promise((resolve) => {
    let read: Buffer = Buffer.alloc(0);
    const finish = () => {
      request.off('readable', readOn).off('end', finish).off('close', finish).off('error', finish);
      // Immediately: a stream that has ended emits `end` in the next tick unless there is something to read.
      if (!request.readableEnded) request.unshift(read);
      // Removing the listener takes effect in the next tick; only then may another reader begin.
      setImmediate(() => resolve(firstFileIn(read, boundary)));
    };
    const readOn = () => {
      const chunk = request.read() as Buffer | null;
      if (chunk === null) return void (request.complete && finish());
      read = Buffer.concat([read, chunk]);
      if (firstFileIn(read, boundary) !== null || read.length >= mostBytes || request.complete) finish();
    };
    request.on('readable', readOn).on('end', finish).on('close', finish).on('error', finish);
  });
}

function firstFileIn(beginning: Buffer, boundary: string): PeekedFile | null {
  let found: PeekedFile | null = null;
  const form = createMultipartReader(boundary, ({ fileName, type }) => {
    if (fileName !== null) found ??= { fileName, contentType: type ?? undefined };
    return null;
  });
  form.push(beginning);
  form.end();
  return found;
}
