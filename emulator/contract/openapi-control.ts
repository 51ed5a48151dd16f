// The OpenAPI 3.1 description of the control interface, generated from the table of calls and their schemas. The event
// stream, which is not a call, is described here.

import { z } from 'zod';
import { calls } from '../control/calls.ts';
import type { Call } from '../control/call.ts';
import { inputSchemaOf } from '../options/input-schemas.ts';
import { createScenarioSchema } from '../scenario/load-scenario.ts';
import { documentSchema } from '../world/world-document.ts';
import { schemasOf, strict } from './openapi.ts';
import type { JsonObject } from './openapi.ts';

const prefix = '/_emulator';

const table: readonly (readonly [string, Call])[] = Object.entries(calls as unknown as Record<string, Call>);

export function describeControl(): JsonObject {
  const withAnswer = table.filter(([, { answer }]) => answer !== null && answer !== 'image');
  const { answers, components } = schemasOf(withAnswer.map(([, { answer }]) => answer as z.ZodType));
  const answerOf = new Map(withAnswer.map(([name], index) => [name, answers[index]]));
  const paths: Record<string, JsonObject> = { [`${prefix}/events`]: { get: events } };
  for (const [name, row] of table) {
    for (const path of [row.path, ...(row.alsoPath === undefined ? [] : [row.alsoPath])]) {
      const described = prefix + path.replaceAll(/:(\w+)/g, '{$1}');
      (paths[described] ??= {})[row.method.toLowerCase()] = describeCall(name, row, path, answerOf.get(name));
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Control interface of the Pilot Flight Service emulator',
      version: '1',
      description: 'Not part of the service.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:{port}', variables: { port: { default: '4200' } } }],
    security: [{ controlToken: [] }],
    paths,
    components: {
      schemas: { ...components, ...documents, EmulatorError: emulatorError },
      responses: Object.fromEntries(
        Object.values(errors).map(([name, description]) => [
          name,
          { description, content: jsonBody(ref('schemas', 'EmulatorError')) },
        ]),
      ),
      securitySchemes: {
        controlToken: { type: 'http', scheme: 'bearer', description: 'The control token from the ready line.' },
      },
    },
  };
}

/** Documents that are inputs as well: their schemas are those of the inputs. */
const documents = {
  State: inputSchemaOf(documentSchema, { unrepresentable: 'any' }),
  ScenarioDocument: inputSchemaOf(createScenarioSchema(), { unrepresentable: 'any' }),
};

const emulatorError = strict({ error: { type: 'string', description: 'The error message, one sentence.' } });

function describeCall(name: string, row: Call, path: string, answer: JsonObject | undefined): JsonObject {
  const schema = schemaOf(name, row);
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, member]) => member!);
  const properties = (schema['properties'] ?? {}) as Record<string, JsonObject>;
  const rest = withoutMembers(schema, inPath);
  const isAsked = row.method === 'GET' || row.method === 'DELETE';
  const parameters = [
    ...inPath.map((member) => parameterOf(member, 'path', properties[member])),
    ...(isAsked ? Object.entries(rest.properties).map(([member, each]) => parameterOf(member, 'query', each)) : []),
  ];
  const hasBody = !isAsked && (rest.schema['properties'] === undefined || Object.keys(rest.properties).length > 0);
  return {
    operationId: path === row.path ? name : `${name}.all`,
    summary: row.summary,
    ...(row.path === '/health' ? { security: [{}] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(hasBody ? { requestBody: { required: rest.isRequired, content: jsonBody(rest.schema, row.example) } } : {}),
    responses: describeAnswers(row, answer, hasBody),
  };
}

/** The input of a call as JSON Schema; a member is required if the schema does not accept undefined. */
function schemaOf(name: string, { input, described = input }: Call): JsonObject {
  const special = specialInputs[name];
  if (special !== undefined) return special();
  return inputSchemaOf(described, {
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (!(zodSchema instanceof z.ZodObject)) return;
      const required = Object.entries<z.ZodType>(zodSchema.shape)
        .filter(([, member]) => !member.safeParse(undefined).success)
        .map(([member]) => member);
      if (required.length > 0) jsonSchema.required = required;
    },
  });
}

/** Inputs that are described by a document's own schema. */
const specialInputs: Record<string, () => JsonObject> = {
  'state.import': () => ref('schemas', 'State'),
  'scenario.load': () => ({
    anyOf: [strict({ name: { type: 'string' } }), strict({ document: ref('schemas', 'ScenarioDocument') })],
  }),
};

function withoutMembers(schema: JsonObject, names: readonly string[]) {
  const all = Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>);
  const properties = Object.fromEntries(all.filter(([name]) => !names.includes(name)));
  const { required: before = [], ...others } = schema as { required?: string[] };
  const required = before.filter((name) => !names.includes(name));
  return {
    properties,
    isRequired: required.length > 0 || 'anyOf' in schema,
    schema: {
      ...others,
      ...('properties' in schema ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
    } as JsonObject,
  };
}

const parameterOf = (name: string, place: 'path' | 'query', schema: JsonObject = { type: 'string' }): JsonObject => ({
  name,
  in: place,
  required: place === 'path',
  schema,
});

const errors = {
  400: ['BadRequest', 'The request is invalid.'],
  401: ['Unauthorized', 'The control token is missing or wrong.'],
  404: ['NotFound', 'Not found.'],
  409: ['Conflict', 'Not allowed in the current state.'],
  413: ['BodyTooLarge', 'The body is too large.'],
  421: ['WrongHost', 'The host name is not allowed.'],
} as const;

const jsonBody = (schema: JsonObject, example?: unknown): JsonObject => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});
const ref = (place: 'schemas' | 'responses', name: string): JsonObject => ({ $ref: `#/components/${place}/${name}` });

function errorResponses(...statuses: (keyof typeof errors)[]): JsonObject {
  return Object.fromEntries(statuses.map((status) => [status, ref('responses', errors[status][0])]));
}

function describeAnswers({ answer, path }: Call, schema: JsonObject = {}, hasBody: boolean): JsonObject {
  const content = answer === 'image' ? { 'image/png': {}, 'image/jpeg': {} } : jsonBody(schema);
  return {
    ...(answer === null ? { 204: { description: 'Done.' } } : { 200: { description: 'Success.', content } }),
    ...errorResponses(
      400,
      ...(path === '/health' ? [] : ([401] as const)),
      404,
      409,
      ...(hasBody ? ([413] as const) : []),
      421,
    ),
  };
}

const events: JsonObject = {
  operationId: 'events',
  summary: 'Stream events as server-sent events',
  responses: {
    200: {
      description: 'Events of the types request, clock and changed, each with a JSON value; a request has an id.',
      content: { 'text/event-stream': {} },
    },
    ...errorResponses(401, 421),
  },
};
