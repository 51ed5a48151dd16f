// Whether the OpenAPI description contains an answer: its status, media type and headers, and a body that matches the
// schema.

import { Validator } from '@seriousme/openapi-schema-validator';
import type { LightMyRequestResponse } from 'fastify';
import * as z from 'zod';
import { describeService, type JsonObject, routesOf } from '../../../emulator/contract/openapi.ts';
import type { DescribedError } from '../../../emulator/http/route-schema.ts';
import type { EmulatorMode } from '../../../emulator/emulator.ts';

export type Endpoint = `${'GET' | 'POST'} /${string}`;

export type EndpointError = DescribedError & { at: Endpoint };

/** The errors of every endpoint. */
export const errorsOf = async (mode: EmulatorMode): Promise<EndpointError[]> =>
  (await routesOf(mode)).flatMap(({ method, url, schema }) => {
    const at = `${String(method)} ${url.replaceAll(/:(\w+)/g, '{$1}')}` as Endpoint;
    return (schema?.errors ?? []).map((error) => ({ ...error, at }));
  });

type Answer = {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: Parameters<typeof z.fromJSONSchema>[0] }>;
};
type Paths = Record<string, Record<string, { responses: Record<string, Answer> }>>;

/** Compiles the rules of OpenAPI once, which takes a second. */
const validator = new Validator();

/** A description with every reference in it resolved; rejects if it isn't valid OpenAPI. */
export async function resolved(description: JsonObject): Promise<unknown> {
  const { valid, errors } = await validator.validate(structuredClone(description));
  if (!valid) throw new Error(JSON.stringify(errors));
  return validator.resolveRefs();
}

let pathsOf: Promise<Record<EmulatorMode, Paths>> | undefined;

/** The paths of a description. */
export const describedPaths = async (mode: EmulatorMode): Promise<Paths> => (await (pathsOf ??= readPaths()))[mode];

async function readPaths() {
  const read = async (mode: EmulatorMode) => ((await resolved(await describeService(mode))) as { paths: Paths }).paths;
  return { strict: await read('strict'), extended: await read('extended') };
}

/** The differences between an answer and its description; empty if there are none. */
export async function complaintsAbout(
  answer: Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>,
  endpoint: Endpoint,
  mode: EmulatorMode,
): Promise<string[]> {
  const [method = '', path = ''] = endpoint.split(' ');
  const responses = (await describedPaths(mode))[path]?.[method.toLowerCase()]?.responses;
  const described = responses?.[String(answer.statusCode)] ?? responses?.['default'];
  if (described === undefined) return [`${endpoint} is not described to answer ${answer.statusCode}`];
  const expected = Object.entries(described.content ?? {})[0];
  const type = (answer.headers['content-type'] ?? '').split(';')[0];
  if (type !== (expected?.[0] ?? '')) return [`the type is ${type}, not ${expected?.[0] ?? 'none'}`];
  if (expected?.[0] !== 'application/json') return [];
  const read = z.fromJSONSchema(expected[1].schema).safeParse(JSON.parse(answer.body));
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

const extended = await describeService('extended');

type Field = { type?: unknown; description?: string };

/** The members of a component, with their types in the words of the document. */
export function fieldsOf(component: string): { name: string; type: unknown; description: string | undefined }[] {
  const { components } = extended as {
    components: { schemas: Record<string, { properties: Record<string, Field> }> };
  };
  return Object.entries(components.schemas[component]!.properties).map(([name, { type, description }]) => ({
    name,
    type: Array.isArray(type) ? 'nullable' : type,
    description,
  }));
}

export const fieldNames = (component: string): string[] => fieldsOf(component).map(({ name }) => name);
