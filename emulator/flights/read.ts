// What extended mode lets an application read: the pilot's flight records, newest first or one by its ID (A4), and the
// profile (A18).

import type { FastifyInstance, FastifySchema } from 'fastify';
import { rule, withoutStop } from '../journal/journal.ts';
import { queryOf } from '../http/request.ts';
import type { EmulatorContext } from '../context.ts';
import type { World } from '../world/world.ts';
import { accessOf, admissionErrors, admit, ruleUnauthorized, sendRefusal } from './admission.ts';
import { errorsIn, json, text } from '../http/route-schema.ts';
import { recordOf } from './figures.ts';
import { flightRecord } from '../api-types.ts';
import { z } from 'zod';

const pageOfFlights = z
  .strictObject({
    items: z.array(flightRecord).describe('The pilot’s records, newest first.'),
    next_before_id: z.int().nullable().describe('The before_id of the next page, or null at the end.'),
  })
  .meta({ id: 'PageOfFlights' });

function whole(least: number, most: number) {
  const error = `a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
}
const id = whole(1, 999_999_999_999_999);

/** A29. */
const listQuery = z.object({
  limit: whole(1, 100).default(50).describe('Maximum number of records: 1 to 100, 50 by default.'),
  before_id: id.describe('Only records with a smaller ID.').optional(),
});

const flightPath = z.object({ id: id.describe('Identifier of the flight record.') });

export function registerReadRoutes(app: FastifyInstance, context: EmulatorContext): void {
  const { world, settings } = context;

  const security = [{ pilot: ['flights:read'] }];
  const listing: FastifySchema = {
    operationId: 'listFlights',
    summary: 'Lists the pilot’s flight records, newest first (A4)',
    security,
    querystring: listQuery,
    response: { 200: json('A page of records.', pageOfFlights) },
    errors: [
      ...admissionErrors('read'),
      ...errorsIn('detail and message', false, [
        [400, 'invalid_parameter', 'limit or before_id is out of bounds or repeated.'],
      ]),
    ],
  };
  app.get('/api/v1/flights', { schema: listing }, (request, reply) => {
    const admission = admit(context, request, reply, 'read');
    if (admission === null) return reply;
    const paging = readPaging(queryOf(request));
    if (typeof paging === 'string') {
      rule(request, `invalid_parameter: ${withoutStop(paging)}`);
      return reply.code(400).send({ detail: 'invalid_parameter', message: paging });
    }
    const { flights, hasMore } = pageOf(world, admission.access.pilot.id, paging);
    rule(
      request,
      `listed: ${flights.length} flights of ${admission.access.pilot.id}${hasMore ? ', more available' : ''}`,
    );
    return {
      items: flights.map((flight) => recordOf(flight, settings)),
      next_before_id: hasMore ? (flights.at(-1)?.id ?? null) : null,
    };
  });

  const reading: FastifySchema = {
    operationId: 'readFlight',
    summary: 'Returns one flight record of the pilot (A4)',
    security,
    params: flightPath,
    response: { 200: json('The record.', flightRecord) },
    errors: [
      ...admissionErrors('read'),
      ...errorsIn('detail body', false, [[404, 'not_found', 'No such record, or it belongs to another pilot.']]),
    ],
  };
  app.get<{ Params: { id: string } }>('/api/v1/flights/:id', { schema: reading }, (request, reply) => {
    const admission = admit(context, request, reply, 'read');
    if (admission === null) return reply;
    const { id } = request.params;
    const flight = /^\d{1,15}$/.test(id) ? world.flights.get(Number(id)) : undefined;
    if (flight === undefined || flight.pilotId !== admission.access.pilot.id) {
      const whose = flight === undefined ? 'no such flight' : `flight ${flight.id} is another pilot's`;
      rule(request, `not_found: ${whose}`);
      return reply.code(404).send({ detail: 'not_found' });
    }
    rule(request, `read: flight ${flight.id}`);
    return recordOf(flight, settings);
  });
}

function pageOf(world: World, pilotId: string, { before_id: beforeId = Infinity, limit }: z.output<typeof listQuery>) {
  const ids = world.flightIdsByPilot.get(pilotId) ?? [];
  const newer = ids.findIndex((id) => id >= beforeId);
  const end = newer === -1 ? ids.length : newer;
  const start = Math.max(0, end - limit);
  const flights = ids
    .slice(start, end)
    .toReversed()
    .flatMap((id) => world.flights.get(id) ?? []);
  return { flights, hasMore: start > 0 };
}

/** Returns an error message for an invalid value. */
function readPaging(query: string): z.output<typeof listQuery> | string {
  const given = new URLSearchParams(query);
  const repeated = Object.keys(listQuery.shape).find((name) => given.getAll(name).length > 1);
  if (repeated !== undefined) return `${repeated} is given more than once.`;
  const numbers = [...given].map(([name, text]) => [name, /^\d{1,15}$/.test(text) ? Number(text) : text]);
  const { data, error } = listQuery.safeParse(Object.fromEntries(numbers));
  return data ?? `${error?.issues[0]?.path[0]?.toString()} must be ${error?.issues[0]?.message}.`;
}

// A18, extended mode only: GET /oauth/userinfo returns the profile of the signed-in pilot.

const profile = z
  .strictObject({
    sub: text('The pilot’s ID.'),
    name: text('The pilot’s name, with the scope profile.').optional(),
    preferred_username: text('The pilot’s ID again, with the scope profile.').optional(),
  })
  .meta({ id: 'Profile' });

export function registerUserinfoRoute(app: FastifyInstance, context: EmulatorContext): void {
  const schema: FastifySchema = {
    operationId: 'readProfile',
    summary: 'Returns the profile of the signed-in pilot (A18)',
    security: [{ pilot: ['openid'] }, { pilot: ['profile'] }],
    response: { 200: json('The profile.', profile) },
    errors: errorsIn('detail body', false, [
      [401, 'unauthorized', 'No token, token expired, or consent revoked.'],
      [403, 'insufficient_scope', 'The token has neither openid nor profile.'],
    ]),
  };
  app.get('/oauth/userinfo', { schema }, (request, reply) => {
    const access = accessOf(context, request);
    if (access === null) {
      ruleUnauthorized(context, request);
      return sendRefusal(request, reply, 401, 'unauthorized', 'openid');
    }
    const { pilot, token } = access;
    if (!token.scopes.includes('openid') && !token.scopes.includes('profile')) {
      rule(request, `insufficient_scope: openid or profile is required, the token has ${token.scopes.join(' ')}`);
      return sendRefusal(request, reply, 403, 'insufficient_scope', 'openid');
    }
    rule(request, `served: the profile of ${pilot.id}`);
    return token.scopes.includes('profile')
      ? { sub: pilot.id, name: pilot.name, preferred_username: pilot.id }
      : { sub: pilot.id };
  });
}
