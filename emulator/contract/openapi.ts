// The OpenAPI 3.1 description of the service in a mode, from its operations, their schemas and its errors.

import { z } from 'zod';
import { scopeTexts } from '../oauth/scopes.ts';
import { inputSchemaOf } from '../options/json-schema.ts';
import { errorsAt } from './errors.ts';
import type { ServiceError } from './errors.ts';
import { headersOf, jsonBody, operations, page } from './operations.ts';
import type { JsonObject, Operation } from './operations.ts';
import { answers } from './shapes.ts';

type Mode = 'strict' | 'extended';

/** Returns a plain JSON value. */
export function describeService(mode: Mode): JsonObject {
  const served = operations.filter((operation) => operation.mode === 'both' || mode === 'extended');
  const paths: Record<string, JsonObject> = {};
  for (const operation of served) {
    const [method = '', path = ''] = operation.at.split(' ');
    (paths[path] ??= {})[method.toLowerCase()] = describeOperation(operation, mode);
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
    components: {
      schemas: schemasOf(mode === 'strict' ? [answers.tokenResponse, answers.flightRecord] : Object.values(answers))
        .components,
      securitySchemes,
    },
  };
}

function describeOperation(operation: Operation, mode: Mode): JsonObject {
  const { at, operationId, summary, security, query, path, success, otherwise } = operation;
  const form = mode === 'extended' ? (operation.extendedForm ?? operation.form) : operation.form;
  const parameters = [...parametersOf('path', path), ...parametersOf('query', query)];
  const [status, answer] = success;
  return {
    operationId,
    summary,
    security,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(form === undefined ? {} : { requestBody: describeForm(form) }),
    responses: {
      ...joinAnswers({ [status]: answer }, describeErrors(errorsAt(at, mode), mode)),
      ...(otherwise === undefined ? {} : { default: otherwise }),
    },
  };
}

function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): JsonObject[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = inputSchemaOf(schema);
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

function describeErrors(rows: readonly ServiceError[], mode: Mode): Record<string, JsonObject> {
  const byStatus = Map.groupBy(rows, ({ status }) => String(status));
  return Object.fromEntries([...byStatus].map(([status, ofStatus]) => [status, describeError(ofStatus, mode)]));
}

function describeError(rows: readonly ServiceError[], mode: Mode): JsonObject {
  const [{ carrier, status }] = rows as [ServiceError];
  const description = rows.map(({ code, text }) => (code === null ? text : `\`${code}\`: ${text}`)).join('\n\n');
  if (carrier === 'page') return { description, content: page };
  if (carrier === 'redirect') return { description, headers: headersOf('Location') };
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
      ? headersOf('Retry-After')
      : status === 401 || status === 403
        ? headersOf('WWW-Authenticate')
        : null;
  return { description, ...(headers === null ? {} : { headers }), content: jsonBody(schema) };
}

const strict = (properties: JsonObject): JsonObject => ({
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
