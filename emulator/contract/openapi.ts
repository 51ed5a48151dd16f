// The OpenAPI 3.1 description of the service in a mode, from the schemas of its routes.

import Fastify from 'fastify';
import type { FastifySchema, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { EmulatorContext } from '../context.ts';
import { describingOnly, headerOf, page } from '../http/route-schema.ts';
import type { DescribedError, DescribedResponse } from '../http/route-schema.ts';
import { scopeTexts } from '../oauth/parameters.ts';
import { inputSchemaOf } from '../options/input-schemas.ts';
import { settingsFrom } from '../options/options.ts';
import { emulatorApp } from '../server/app.ts';
import { createSeededWorld } from '../world/world.ts';

type Mode = 'strict' | 'extended';

export type JsonObject = {
  [name: string]: unknown;
};

export async function describeService(mode: Mode): Promise<JsonObject> {
  const routes = await routesOf(mode);
  const bodies = routes.flatMap(({ schema }) => responsesOf(schema).flatMap(([, answer]) => jsonIn(answer) ?? []));
  const { answers, components } = schemasOf(bodies);
  const refOf = new Map(bodies.map((body, index) => [body, answers[index]!]));
  const paths: Record<string, JsonObject> = {};
  for (const { method, url, schema = {} } of routes) {
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    const errors = describeErrors(schema.errors ?? [], mode);
    (paths[path] ??= {})[String(method).toLowerCase()] = describeOperation(schema, errors, refOf);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `Pilot Flight Service, as emulated in ${mode} mode`,
      version: '1',
      description: 'Numbers such as A4 refer to docs/emulator/assumptions.md.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:{port}', variables: { port: { default: '4200' } } }],
    paths,
    components: { schemas: components, securitySchemes },
  };
}

/** Of an app that is never called. */
export async function routesOf(mode: Mode): Promise<RouteOptions[]> {
  const routes: RouteOptions[] = [];
  const app = Fastify({ exposeHeadRoutes: false, schemaController: describingOnly });
  app.addHook('onRoute', (route) => void routes.push(route));
  const context = { settings: settingsFrom({ mode }), world: createSeededWorld() } as unknown as EmulatorContext;
  emulatorApp(app, { context, ending: AbortSignal.abort() });
  await app.ready();
  await app.close();
  return routes;
}

const responsesOf = (schema: FastifySchema | undefined) =>
  Object.entries((schema?.response ?? {}) as Record<string, DescribedResponse>);

const jsonIn = ({ content }: DescribedResponse): z.ZodType | undefined => content?.['application/json']?.schema;

function describeOperation(
  schema: FastifySchema,
  errors: Record<string, JsonObject>,
  refOf: ReadonlyMap<z.ZodType, JsonObject>,
): JsonObject {
  const { operationId, summary, security, params, querystring, body } = schema;
  const answers = responsesOf(schema).map(([status, answer]) => [status, describeResponse(answer, refOf)]);
  const parameters = [...parametersOf('path', params), ...parametersOf('query', querystring)];
  return {
    operationId,
    summary,
    security,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: describeForm(body as z.ZodObject) }),
    responses: joinAnswers(Object.fromEntries(answers) as Record<string, JsonObject>, errors),
  };
}

function describeResponse(
  { content, ...answer }: DescribedResponse,
  refOf: ReadonlyMap<z.ZodType, JsonObject>,
): JsonObject {
  if (content === undefined) return answer;
  const bodies = Object.entries(content).map(([type, { schema }]) => [
    type,
    { schema: refOf.get(schema) ?? { type: 'string' } },
  ]);
  return { ...answer, content: Object.fromEntries(bodies) as JsonObject };
}

function parametersOf(place: 'path' | 'query', schema: unknown): JsonObject[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = inputSchemaOf(schema as z.ZodType);
  return Object.entries(properties as Record<string, JsonObject>).map(([name, { description, ...member }]) => ({
    name,
    in: place,
    required: required.includes(name),
    description,
    schema: member,
  }));
}

function describeForm(form: z.ZodObject): JsonObject {
  const schema = inputSchemaOf(form, { unrepresentable: 'any' });
  return {
    required: true,
    content:
      'report' in form.shape
        ? { 'multipart/form-data': { schema, encoding: { report: { contentType: 'image/png, image/jpeg' } } } }
        : { 'application/x-www-form-urlencoded': { schema } },
  };
}

function describeErrors(rows: readonly DescribedError[], mode: Mode): Record<string, JsonObject> {
  const byStatus = Map.groupBy(rows, ({ status }) => String(status));
  return Object.fromEntries([...byStatus].map(([status, ofStatus]) => [status, describeError(ofStatus, mode)]));
}

function describeError(rows: readonly DescribedError[], mode: Mode): JsonObject {
  const [{ carrier, status }] = rows as [DescribedError];
  const description = rows.map(({ code, text }) => (code === null ? text : `\`${code}\`: ${text}`)).join('\n\n');
  if (carrier === 'page') return describeResponse(page(description), new Map());
  if (carrier === 'redirect') return { description, headers: headerOf('Location') };
  const codes = [...new Set(rows.map(({ code }) => code ?? ''))];
  const code = { type: 'string', enum: codes, description: 'The code.' };
  const message = { type: 'string', description: 'What is wrong.' };
  const schema = strict(
    carrier === 'error body'
      ? { error: code, error_description: message }
      : { detail: code, ...(carrier === 'detail and message' ? { message } : {}) },
  );
  // A12: in extended mode with every 429. Rule 30: with every 401 and 403 of the API; rule 17 for Basic.
  const headers =
    status === 429 && mode === 'extended'
      ? headerOf('Retry-After')
      : status === 401 || status === 403
        ? headerOf('WWW-Authenticate')
        : null;
  return { description, ...(headers === null ? {} : { headers }), content: { 'application/json': { schema } } };
}

export const strict = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** Merges the descriptions of a success and an error with the same status (redirects). */
function joinAnswers(left: Record<string, JsonObject>, right: Record<string, JsonObject>): JsonObject {
  const joined: Record<string, JsonObject> = { ...right };
  for (const [status, answer] of Object.entries(left)) {
    const other = right[status];
    joined[status] =
      other === undefined
        ? answer
        : { ...answer, description: `${String(answer['description'])}\n\n${String(other['description'])}` };
  }
  return joined;
}

const securitySchemes: JsonObject = {
  application: {
    type: 'http',
    scheme: 'basic',
    description: 'client_id and client_secret, form-encoded (RFC 6749 §2.3.1).',
  },
  pilot: {
    type: 'oauth2',
    description: 'The token of a pilot, in the header Authorization: Bearer. PKCE with S256 is required.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes: { ...scopeTexts },
      },
    },
  },
};

/** The schema of each answer, and the components that they refer to. */
export function schemasOf(answers: readonly z.ZodType[]): { answers: JsonObject[]; components: JsonObject } {
  const { items, $defs = {} } = JSON.parse(
    JSON.stringify(z.toJSONSchema(z.object(Object.fromEntries(answers.entries())), { unrepresentable: 'any' }))
      .replaceAll('#/$defs/', '#/components/schemas/')
      .replace('"properties":', '"items":'),
  ) as { items: Record<number, JsonObject>; $defs?: Record<string, JsonObject> };
  return {
    answers: answers.map((_, index) => items[index] ?? {}),
    components: Object.fromEntries(Object.entries($defs).map(([name, schema]) => [name, { ...schema, id: undefined }])),
  };
}
