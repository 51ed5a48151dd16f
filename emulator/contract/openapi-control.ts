// The OpenAPI 3.1 description of the control interface, made of the table of calls: what a call takes is what its schema
// reads. The events stand here, as they are no call.

import { z } from 'zod';
import type { Call } from '../control/calls/call.ts';
import { calls } from '../control/calls.ts';
import type { OptionRow } from '../options/option-kinds.ts';
import type { JsonObject } from './schemas.ts';
import { optionTable } from '../options/option-table.ts';

const prefix = '/_emulator';

const table: readonly (readonly [string, Call])[] = Object.entries(calls as unknown as Record<string, Call>);

/** As a plain JSON value. */
export function describeControl(): JsonObject {
  const paths: Record<string, JsonObject> = { [`${prefix}/events`]: { get: events } };
  for (const [name, row] of table) {
    for (const path of [row.path, ...(row.alsoPath === undefined ? [] : [row.alsoPath])]) {
      const described = prefix + path.replaceAll(/:(\w+)/g, '{$1}');
      (paths[described] ??= {})[row.method.toLowerCase()] = describeCall(name, row, path);
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'The control interface of the emulator of the Pilot Flight Service',
      version: '1',
      description: 'Made by `npm run docs` from the table of calls. It is no part of the service.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:{port}', variables: { port: { default: '4200' } } }],
    security: [{ controlToken: [] }],
    paths,
    components: {
      schemas: { EmulatorError: refusalSchema, Page: pageSchema },
      responses: Object.fromEntries(
        Object.values(refusals).map(([name, description]) => [
          name,
          { description, content: jsonBody(ref('schemas', 'EmulatorError')) },
        ]),
      ),
      securitySchemes: {
        controlToken: { type: 'http', scheme: 'bearer', description: 'The control token of the ready line.' },
      },
    },
  };
}

function describeCall(name: string, row: Call, path: string): JsonObject {
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
    summary: capital(row.summary),
    ...(row.path === '/health' ? { security: [{}] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(hasBody ? { requestBody: { required: rest.isRequired, content: jsonBody(rest.schema) } } : {}),
    responses: describeAnswers(name, row, hasBody),
  };
}

/** What a call takes, as JSON Schema; a call's members are required where the schema does not take their absence. */
function schemaOf(name: string, { input, described = input }: Call): JsonObject {
  if (name === 'settings.change') return settingsSchema();
  const { $schema: _, ...schema } = z.toJSONSchema(described, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (!(zodSchema instanceof z.ZodObject)) return;
      const required = Object.entries<z.ZodType>(zodSchema.shape)
        .filter(([, member]) => !member.safeParse(undefined).success)
        .map(([member]) => member);
      if (required.length > 0) jsonSchema.required = required;
    },
  });
  return schema;
}

const typeOfKind: Partial<Record<OptionRow['kind'], JsonObject>> = {
  switch: { type: 'boolean' },
  duration: { type: ['number', 'string'], description: 'In milliseconds, or as 5s.' },
  size: { type: ['integer', 'string'], description: 'In bytes, or as 10MiB.' },
  share: { type: 'number', minimum: 0, maximum: 1 },
};

function settingsSchema(): JsonObject {
  const live = Object.entries<OptionRow>(optionTable).filter(([, row]) => row.isLive === true);
  return {
    type: 'object',
    properties: Object.fromEntries(
      live.map(([name, row]) => {
        const type = typeOfKind[row.kind] ?? {};
        return [name, { ...type, description: [capital(row.help), type['description']].filter(Boolean).join('. ') }];
      }),
    ),
    additionalProperties: false,
  };
}

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

const refusals = {
  400: ['WrongRequest', 'The request is not what was expected.'],
  401: ['NoToken', 'No control token, or another one.'],
  403: ['OtherHost', 'Asked under a name that is not of this computer.'],
  404: ['Unknown', 'There is no such thing.'],
  409: ['NotAllowed', 'The rules of the service do not allow it.'],
  413: ['TooLong', 'The body is too long.'],
} as const;

const refusalSchema: JsonObject = {
  type: 'object',
  properties: { error: { type: 'string', description: 'One sentence that says what was expected.' } },
  required: ['error'],
  additionalProperties: false,
};

const jsonBody = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const ref = (place: 'schemas' | 'responses', name: string): JsonObject => ({ $ref: `#/components/${place}/${name}` });

function refuse(...statuses: (keyof typeof refusals)[]): JsonObject {
  return Object.fromEntries(statuses.map((status) => [status, ref('responses', refusals[status][0])]));
}

/** Those that answer nothing when they are done. */
const silent = new Set(['reset', 'faults.remove', 'faults.clear', 'journal.clear', 'state.import']);

function describeAnswers(name: string, { answers, input, path }: Call, hasBody: boolean): JsonObject {
  const isList = input instanceof z.ZodObject && 'after' in input.shape;
  const content =
    answers === 'image' ? { 'image/png': {}, 'image/jpeg': {} } : jsonBody(isList ? ref('schemas', 'Page') : {});
  return {
    ...(silent.has(name)
      ? { 204: { description: 'Done.' } }
      : { 200: { description: 'What was asked for.', content } }),
    ...refuse(
      400,
      ...(path === '/health' ? [] : ([401] as const)),
      403,
      404,
      409,
      ...(hasBody ? ([413] as const) : []),
    ),
  };
}

const pageSchema: JsonObject = {
  type: 'object',
  properties: {
    items: { type: 'array' },
    next: { type: ['string', 'null'], description: 'Hand it back as `after` for the items that follow.' },
  },
  required: ['items', 'next'],
  additionalProperties: false,
};

const events: JsonObject = {
  operationId: 'events',
  summary: 'What happens, as it happens, as server-sent events',
  responses: {
    200: {
      description: 'Events of the types request, clock and changed, each with a JSON value; a request has an id.',
      content: { 'text/event-stream': {} },
    },
    ...refuse(401, 403),
  },
};

const capital = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);
