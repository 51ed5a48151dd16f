// The schemas of routes, from which the OpenAPI description follows (contract/openapi.ts). They describe and don't validate:
// which error comes first, and in which words, is decided by the document of the service and by RFC 6749.

import type { FastifyHttpOptions } from 'fastify';
import type { Server } from 'node:http';
import { z } from 'zod';

/** A response in OpenAPI, with a zod schema for JSON. */
export type DescribedResponse = {
  description: string;
  headers?: object;
  content?: Record<string, { schema: z.ZodType }>;
};

/** An error of a route, with the words of the document, or ours if it has none. */
export type DescribedError = {
  status: number;
  /** Null for a page. */
  code: string | null;
  text: string;
  /** How the code is carried. */
  carrier: 'error body' | 'detail body' | 'detail and message' | 'redirect' | 'page';
  isDocumented: boolean;
};

type ErrorRow = readonly [status: number, code: string | null, text: string, carrier?: DescribedError['carrier']];

export const errorsIn = (
  carrier: DescribedError['carrier'],
  isDocumented: boolean,
  rows: readonly ErrorRow[],
): DescribedError[] =>
  rows.map(([status, code, text, own = carrier]) => ({ status, code, text, carrier: own, isDocumented }));

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended
  interface FastifySchema {
    operationId?: string;
    summary?: string;
    errors?: readonly DescribedError[];
    /** The alternatives: the application by Basic, the token of a pilot, or none. */
    security?: readonly { application?: readonly []; pilot?: readonly string[] }[];
  }
}

/** Fastify's own compilers are not loaded (decision 0037). */
export const describingOnly = {
  compilersFactory: { buildValidator: () => () => () => true, buildSerializer: () => () => JSON.stringify },
} as unknown as NonNullable<FastifyHttpOptions<Server>['schemaController']>;

export const text = (description: string) => z.string().describe(description);

/** A form field in the words of the document: `yes`, or when it is required. */
export function field(description: string, required: string) {
  const schema = required === 'yes' ? z.string() : z.string().optional();
  return schema.describe(`${description} Required: ${required}.`);
}

export const json = (description: string, schema: z.ZodType): DescribedResponse => ({
  description,
  content: { 'application/json': { schema } },
});

export const page = (description: string): DescribedResponse => ({
  description,
  content: { 'text/html': { schema: z.string() } },
});

export const redirect = (description: string): DescribedResponse => ({ description, headers: headerOf('Location') });

const headerDescriptions = {
  Location: 'A redirect URI of the application.',
  'Retry-After': 'Whole seconds until the next attempt may succeed.',
  'WWW-Authenticate': 'How to authenticate.',
};

export const headerOf = (name: keyof typeof headerDescriptions): object => ({
  [name]: { description: headerDescriptions[name], schema: { type: 'string' } },
});
