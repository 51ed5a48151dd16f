// POST /api/v1/flights: creates a flight record from the image of a flight report.

import type { FastifyInstance, FastifySchema } from 'fastify';
import { json } from '../http/route-schema.ts';
import { createMultipartParts } from '../journal/message-text.ts';
import { rule } from '../journal/ruling.ts';
import type { Access } from '../oauth/bearer.ts';
import type { EmulatorContext } from '../context.ts';
import { addFlight } from '../world/world.ts';
import type { Flight, PairUsage } from '../world/world.ts';
import { admissionErrors, admit, readmit, passes } from './admission.ts';
import { figuresFor, needsModerator, recordOf, timestamp } from './figures.ts';
import { flightRecord } from '../api-types.ts';
import { receiveReport } from './report-body.ts';
import type { ReceivedFile } from './report-body.ts';
import { z } from 'zod';

export const uploadForm = z.object({
  report: z
    .unknown()
    .meta({ contentMediaType: 'application/octet-stream' })
    .describe('PNG or JPG image of the report. Allowed extensions: png, jpg, jpeg.'),
});

export function registerUploadRoute(app: FastifyInstance, context: EmulatorContext): void {
  const schema: FastifySchema = {
    operationId: 'uploadReport',
    summary: 'Uploads an image of a flight report',
    security: [{ pilot: ['flights:write'] }],
    body: uploadForm,
    response: { 200: json('The flight record that was created.', flightRecord) },
    errors: admissionErrors('upload'),
  };
  app.post('/api/v1/flights', { schema }, async (request, reply) => {
    const admission = admit(context, request, reply, 'upload');
    if (admission === null) return reply;
    const parts = createMultipartParts();
    if (request.exchange) request.exchange.parts = parts;
    const body = await receiveReport(request.raw, {
      maxFileBytes: context.settings.maxFileBytes,
      severalReports: context.settings.severalReports,
      keepBytes: context.images.mostBytes(),
      parts,
      throttle: request.throttle,
    });
    const again = readmit(context, request, admission, body);
    if (!passes(context, request, reply, again.attempt)) return reply;
    if (again.access === null || body.outcome !== 'received') return reply;
    const flight = acceptReport(context, again.access, again.usage, body.file);
    rule(request, `accepted: flight ${flight.id}`);
    return recordOf(flight, context.settings);
  });
}

const dayMs = 86_400_000;

/** A7: a flight ends with its upload, or before at its time of day, unless the image has its whole date. */
function beginOf(date: string | null, latestMs: number): string {
  if (date === null) return timestamp(latestMs);
  return date.length > 5 ? date : timestamp(latestMs - ((latestMs - Date.parse(`1970-01-01T${date}Z`)) % dayMs));
}

function acceptReport(context: EmulatorContext, access: Access, usage: PairUsage, file: ReceivedFile): Flight {
  const { world, clock, settings, checks, changed } = context;
  const nowMs = clock.now();
  const figures = figuresFor(file.sha256, file.embedded);
  const flight: Flight = {
    id: world.nextFlightId++,
    pilotId: access.pilot.id,
    clientId: access.application.clientId,
    createdAtMs: nowMs,
    fileName: file.fileName,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    figures: { ...figures, date: beginOf(figures.date, nowMs - figures.total_ft * 60_000) },
    needsModerator: needsModerator(settings.seed, file.sha256, settings.moderationShare),
    automatedChecked: false,
    moderatorChecked: false,
    isArchived: false,
    dueAtMs: nowMs + settings.checkDelayMs,
  };
  addFlight(world, flight);
  if (file.kept !== null) context.images.keep(flight.id, `image/${file.kind}`, file.kept);
  usage.waitFromMs = nowMs;
  usage.lastFlightId = flight.id;
  checks.follow(flight);
  changed('flights', 'limits');
  return flight;
}
