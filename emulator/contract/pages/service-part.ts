// The part of the reference about the service itself: one section for each endpoint.

import { operations } from '../operations.ts';
import type { Operation } from '../operations.ts';
import type { ErrorRow, Row, Shape } from '../row.ts';
import { errorRows, fieldRows, parameterRows } from '../rows.ts';
import type { Examples } from './examples.ts';
import { block, cell, code, join, json, table } from './markdown.ts';

export const servicePart = (examples: Examples): string =>
  join(
    '## Service endpoints',
    'As OpenAPI 3.1: [openapi-strict.json](openapi-strict.json), [openapi-extended.json](openapi-extended.json), which extended mode serves at `/openapi.json`. Tests compare both with the running routes. *Document* marks what the [service document](pilot-flight-service.md) says; a number is an [assumption](#assumptions).',
    ...operations.map((operation) => endpointSection(operation, examples)),
    '### Other requests',
    otherRequests,
    '### Figures in an image',
    figuresText,
    json(embeddedFigures),
    'Invalid values are ignored and derived from the content of the image instead. The images in `emulator/samples` contain their figures.',
  );

const shapeOf: Partial<Record<Operation['at'], Shape>> = {
  'POST /oauth/token': 'token response',
  'POST /api/v1/flights': 'flight record',
  'GET /api/v1/flights': 'page of flights',
  'GET /oauth/userinfo': 'profile',
  'GET /.well-known/oauth-authorization-server': 'server metadata',
  'POST /oauth/introspect': 'token status',
};

function endpointSection({ at, mode, summary }: Operation, { endpoints }: Examples): string {
  const parameters = parameterRows.filter((row) => row.at === at);
  const fields = fieldRows.filter(({ shape }) => shape === shapeOf[at]);
  const errors = errorRows.filter((row) => row.at.includes(at));
  const example = endpoints[at];
  return join(
    `### ${code(at)}`,
    `${summary}.${mode === 'extended' ? ' Extended mode only.' : ''}`,
    example === undefined
      ? ''
      : join(block('http', example.request), block(languageOf(example.response), example.response)),
    parameters.length === 0
      ? ''
      : table(
          ['Parameter', 'In', 'Required', 'Description', 'Based on'],
          parameters.map((row) => [code(row.name), row.location, cell(row.required), cell(row.text), basisOf(row)]),
        ),
    fields.length === 0
      ? ''
      : table(
          ['Response field', 'Type', 'Description', 'Based on'],
          fields.map((row) => [code(row.name), row.type, cell(row.text), basisOf(row)]),
        ),
    errors.length === 0
      ? ''
      : table(
          ['Error', 'When', 'Response', 'Based on'],
          errors.map((row) => [
            row.code === null ? 'error page' : code(row.code),
            `${cell(row.text)}${row.mode === 'extended' ? ' Extended mode.' : ''}`,
            `${row.status} ${errorResponse(row)}`,
            basisOf(row),
          ]),
        ),
  );
}

export const languageOf = (response: string): string => (response.startsWith('<') ? 'text' : 'json');

function errorResponse({ carrier, code: name }: ErrorRow): string {
  switch (carrier) {
    case 'error body':
      return code(`{"error":"${name}","error_description":"…"}`);
    case 'detail body':
      return code(`{"detail":"${name}"}`);
    case 'detail and message':
      return code(`{"detail":"${name}","message":"…"}`);
    case 'redirect':
      return `to the redirect URI with ${code(`error=${name}`)}`;
    case 'page':
      return 'an HTML page';
  }
}

const otherRequests = `Everything else gets 404 ${code('{"detail":"not_found"}')}; unsupported methods get 405 with ${code('Allow')}, or 404 at the API of strict mode, and HEAD is answered wherever GET is (A30). No input causes a 5xx: a malformed form gets ${code('invalid_request')}, a malformed body ${code('missing_file')} or ${code('invalid_file')}, an untrusted redirect URI an error page.

What is not HTTP gets 400, 408 or 431 with ${code('{"detail":"bad_request"}')}, and the connection is closed. A request head may take 60 seconds and a whole request 120; both are checked every 30. Several ${code('Authorization')} headers count as one that cannot be read.`;

const figuresText = `A PNG can contain the figures of its flight in a ${code('tEXt')} or ${code('iTXt')} chunk with the keyword ${code('FlightReport')}, a JPEG in a comment that starts with ${code('FlightReport:')}; both are followed by JSON:`;

const embeddedFigures = {
  aircraft: 'A20N',
  icao_out: 'EDDF',
  icao_in: 'LPPT',
  en_route: 168,
  pax: 168,
  cargo_kg: 2140,
  delay_min: -4,
  date: '2026-05-12T09:40:00',
  total_ft: 185,
};

const basisOf = ({ isDocumented, assumptions }: Row): string =>
  [...(isDocumented ? ['document'] : []), ...assumptions].join(', ');
