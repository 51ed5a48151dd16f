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
import { z } from 'zod';

const pageOfFlights = z
  .strictObject({
    items: z.array(flightRecord).describe('The pilot’s records, newest first.'),
    next_before_id: z.int().nullable().describe('The before_id of the next page, or null at the end.'),
  })
  .meta({ id: 'PageOfFlights' });

const whole = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most);

const defaultLimit = 50;

/** A29. */
const pagingBounds = {
  limit: { least: 1, most: 100 },
  before_id: { least: 1, most: 999_999_999_999_999 },
} as const;

const listQuery = z.object({
  limit: whole(pagingBounds.limit)
    .default(defaultLimit)
    .describe('Maximum number of records: 1 to 100, 50 by default.'),
  before_id: whole(pagingBounds.before_id).describe('Only records with a smaller ID.').optional(),
});

const flightPath = z.object({
  id: whole(pagingBounds.before_id).describe('Identifier of the flight record.'),
});

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
    if (!paging.ok) {
      rule(request, `invalid_parameter: ${withoutStop(paging.message)}`);
      return reply.code(400).send({ detail: 'invalid_parameter', message: paging.message });
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

function pageOf(world: World, pilotId: string, { beforeId, limit }: { beforeId: number; limit: number }) {
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

// A29: parses `limit` and `before_id`; invalid values are rejected.

type Paging = { ok: true; limit: number; beforeId: number } | { ok: false; message: string };

function readPaging(query: string): Paging {
  const given = new URLSearchParams(query);
  const limit = readWhole(given, 'limit');
  const beforeId = readWhole(given, 'before_id');
  const error = [limit, beforeId].find((read) => typeof read === 'string');
  return typeof error === 'string'
    ? { ok: false, message: error }
    : { ok: true, limit: Number(limit ?? defaultLimit), beforeId: Number(beforeId ?? Infinity) };
}

/** Returns null if missing, or an error message. */
function readWhole(given: URLSearchParams, name: keyof typeof pagingBounds): number | null | string {
  const [text, ...others] = given.getAll(name);
  const { least, most } = pagingBounds[name];
  if (text === undefined) return null;
  if (others.length > 0) return `${name} is given more than once.`;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : `${name} must be a whole number from ${least} to ${most}.`;
}
