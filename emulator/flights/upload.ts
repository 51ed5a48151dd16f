// POST /api/v1/flights: takes a picture of a flight report and makes a flight record of it.

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Service } from '../service.ts';
import { addFlight } from '../world.ts';
import type { Flight } from '../world.ts';
import { admit, passesGap } from './admission.ts';
import type { Admission } from './admission.ts';
import { figuresFor, needsModerator } from './figures.ts';
import { recordOf } from './record.ts';
import { receiveReport } from './report-body.ts';
import type { ReceivedFile, ReportBody } from './report-body.ts';

export function registerUploadRoute(app: FastifyInstance, service: Service): void {
  app.post('/api/v1/flights', async (request, reply) => {
    const admission = admit(service, request, reply, 'upload');
    if (admission === null) return reply;
    const body = await receiveReport(request.raw, service.settings.maxFileBytes);
    const refusal = refusalOf(body);
    if (refusal !== null || body.outcome !== 'received') return sendRefusal(reply, refusal ?? 'missing_file');
    if (!passesGap(service, reply, admission.usage)) return reply;
    return recordOf(acceptReport(service, admission, body.file), service.settings);
  });
}

type BodyRefusal = 'missing_file' | 'invalid_file' | 'file_too_large';

/** The rest of A8, after the body: missing_file, then invalid_file. A13 answers as soon as the file is too long. */
function refusalOf(body: ReportBody): BodyRefusal | null {
  switch (body.outcome) {
    case 'too-large':
      return 'file_too_large';
    case 'missing':
    case 'gone':
      return 'missing_file';
    case 'unusable':
      return 'invalid_file';
    case 'received':
      return isPicture(body.file) ? null : 'invalid_file';
  }
}

/** A14: the name's extension and the first bytes both say PNG or JPEG, and agree. */
function isPicture({ fileName, kind }: ReceivedFile): boolean {
  const extension = /\.(png|jpe?g)$/i.exec(fileName)?.[1]?.toLowerCase();
  return kind !== null && extension !== undefined && (extension === 'png') === (kind === 'png');
}

// A9: the bodies that the document does not show carry the same detail field.
const sendRefusal = (reply: FastifyReply, detail: BodyRefusal): FastifyReply =>
  reply.code(detail === 'file_too_large' ? 413 : 400).send({ detail });

function acceptReport(service: Service, { access, usage }: Admission, file: ReceivedFile): Flight {
  const { world, clock, settings, checks } = service;
  const nowMs = clock.now();
  const flight: Flight = {
    id: world.nextFlightId++,
    pilotId: access.pilot.id,
    clientId: access.application.clientId,
    createdAtMs: nowMs,
    fileName: file.fileName,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    figures: figuresFor(file.sha256, file.embedded),
    needsModerator: needsModerator(settings.seed, file.sha256, settings.moderationShare),
    automatedChecked: false,
    moderatorChecked: false,
    isArchived: false,
    dueAtMs: nowMs + settings.checkDelayMs,
  };
  addFlight(world, flight);
  usage.waitFromMs = nowMs;
  checks.follow(flight);
  return flight;
}
