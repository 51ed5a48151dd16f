// A4, extended mode only: lists the pilot's flight records, newest first, and reads one by its ID.

import type { FastifyInstance, FastifyReply, FastifySchema } from 'fastify';
import { rule, ruleUnlessRuled, withoutStop } from '../journal/ruling.ts';
import { queryOf } from '../http/request-url.ts';
import type { EmulatorContext } from '../context.ts';
import type { World } from '../world/world.ts';
import { admissionErrors, admit } from './admission.ts';
import { errorsIn, json } from '../http/route-schema.ts';
import { recordOf } from './figures.ts';
import { flightRecord } from '../api-types.ts';
import { wholeNumber } from '../options/input-schemas.ts';
import { z } from 'zod';

const pageOfFlights = z
  .strictObject({
    items: z.array(flightRecord).describe('The pilot’s records, newest first.'),
    next_before_id: z.int().nullable().describe('The before_id of the next page, or null at the end.'),
  })
  .meta({ id: 'PageOfFlights' });

const lastId = 999_999_999_999_999;

/** A29. */
const listQuery = z.object({
  limit: wholeNumber(1, 100)
    .meta({ description: 'Maximum number of records: 1 to 100, 50 by default.', default: 50 })
    .default(50),
  before_id: wholeNumber(1, lastId).describe('Only records with a smaller ID.').optional(),
});

const flightPath = z.object({ id: wholeNumber(1, lastId).describe('Identifier of the flight record.') });

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
      return sendNotFound(reply);
    }
    rule(request, `read: flight ${flight.id}`);
    return recordOf(flight, settings);
  });
}

export const notFound = { detail: 'not_found' };

export function sendNotFound(reply: FastifyReply): FastifyReply {
  const isOfWorld = reply.request.url.startsWith('/w/');
  const why = isOfWorld ? 'there is no world with this ID; it may have ended' : 'nothing is served at this URL';
  ruleUnlessRuled(reply.request, `not_found: ${why}`);
  const isControl = isOfWorld && /^\/w\/[^/]+\/_emulator(?:\/|$)/.test(reply.request.url);
  return reply.code(404).send(isControl ? { error: 'There is no world with this ID; it may have ended.' } : notFound);
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
  const { data, error } = listQuery.safeParse(Object.fromEntries(given));
  return data ?? `${error?.issues[0]?.path[0]?.toString()} must be ${error?.issues[0]?.message}.`;
}
