// The OpenAPI 3.1 description of the service in a mode, generated from the table of rows; paths, media types and security
// are added here.

import { scopeTexts } from '../oauth/scopes.ts';
import { headersOf, jsonBody, operations, page } from './operations.ts';
import type { Operation } from './operations.ts';
import type { ErrorRow, ParameterRow } from './row.ts';
import { errorRows, isIn, parameterRows } from './rows.ts';
import { detailOf, schemasOf, tokenErrorOf } from './schemas.ts';
import type { JsonObject } from './schemas.ts';

type Mode = 'strict' | 'extended';

/** Returns a plain JSON value. */
export function describeService(mode: Mode): JsonObject {
  const served = operations.filter((operation) => isIn(operation, mode));
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
    components: { schemas: schemasOf(mode), securitySchemes },
  };
}

function describeOperation(
  { at, operationId, summary, security, success, otherwise }: Operation,
  mode: Mode,
): JsonObject {
  const parameters = parameterRows.filter((row) => row.at === at && isIn(row, mode));
  const errors = errorRows.filter((row) => row.at.includes(at) && isIn(row, mode));
  const addressed = parameters.filter(({ location, name }) => !location.startsWith('form') && name !== 'Authorization');
  const inForm = parameters.filter(({ location }) => location.startsWith('form'));
  const [status, answer] = success;
  return {
    operationId,
    summary,
    security,
    ...(addressed.length === 0 ? {} : { parameters: addressed.map(describeParameter) }),
    ...(inForm.length === 0 ? {} : { requestBody: describeForm(inForm) }),
    responses: {
      ...joinAnswers({ [status]: answer }, describeErrors(errors, mode)),
      ...(otherwise === undefined ? {} : { default: otherwise }),
    },
  };
}

const describeParameter = ({ name, location, required, text, type, bounds, usual }: ParameterRow): JsonObject => ({
  name,
  in: location,
  required: required === 'yes',
  description: text,
  schema: {
    type,
    ...(bounds === undefined ? {} : { minimum: bounds.least, maximum: bounds.most }),
    ...(usual === undefined ? {} : { default: usual }),
  },
});

function describeForm(parameters: readonly ParameterRow[]): JsonObject {
  const isUpload = parameters.some(({ type }) => type === 'file');
  const properties = Object.fromEntries(
    parameters.map(({ name, text, required, type }) => [
      name,
      type === 'file'
        ? { description: text, contentMediaType: 'application/octet-stream' }
        : { type: 'string', description: `${text} Required: ${required}.` },
    ]),
  );
  const schema = {
    type: 'object',
    properties,
    required: parameters.filter(({ required }) => required === 'yes').map(({ name }) => name),
  };
  return {
    required: true,
    content: isUpload
      ? { 'multipart/form-data': { schema, encoding: { report: { contentType: 'image/png, image/jpeg' } } } }
      : { 'application/x-www-form-urlencoded': { schema } },
  };
}

function describeErrors(rows: readonly ErrorRow[], mode: Mode): Record<string, JsonObject> {
  const byStatus = Map.groupBy(rows, ({ status }) => String(status));
  return Object.fromEntries([...byStatus].map(([status, ofStatus]) => [status, describeError(ofStatus, mode)]));
}

function describeError(rows: readonly ErrorRow[], mode: Mode): JsonObject {
  const [{ carrier, status }] = rows as [ErrorRow];
  const description = rows.map(({ code, text }) => (code === null ? text : `\`${code}\`: ${text}`)).join('\n\n');
  if (carrier === 'page') return { description, content: page };
  if (carrier === 'redirect') return { description, headers: headersOf('Location') };
  const codes = [...new Set(rows.map(({ code }) => code ?? ''))];
  const schema = carrier === 'error body' ? tokenErrorOf(codes) : detailOf(codes, carrier === 'detail and message');
  // A12: in extended mode with every 429. Rule 30: with every 401 and 403 of the API; rule 17 for Basic.
  const headers =
    status === 429 && mode === 'extended'
      ? headersOf('Retry-After')
      : status === 401 || status === 403
        ? headersOf('WWW-Authenticate')
        : null;
  return { description, ...(headers === null ? {} : { headers }), content: jsonBody(schema) };
}

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
