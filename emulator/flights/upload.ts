// POST /api/v1/flights: creates a flight record from the image of a flight report.

import type { FastifyInstance, FastifySchema } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { json } from '../http/route-schema.ts';
import { createMultipartParts, formatBytes } from '../journal/message-text.ts';
import type { MultipartParts, PartSeen } from '../journal/message-text.ts';
import { rule } from '../journal/journal.ts';
import type { EmulatorContext } from '../context.ts';
import { addFlight } from '../world/world.ts';
import type { Flight, PairUsage } from '../world/world.ts';
import { admissionErrors, admit, withBody, passes } from './admission.ts';
import type { Access, ReceivedFile, ReportBody } from './admission.ts';
import { createReportReader, figuresFor, needsModerator, recordOf, timestamp } from './figures.ts';
import { flightRecord } from '../api-types.ts';
import { z } from 'zod';
import type { Throttle } from '../clock/auto-advance.ts';
import type { EmulatorSettings } from '../options/option-table.ts';
import { waitsForContinue } from '../http/request.ts';
import { boundaryOf, createMultipartReader, measure } from './multipart.ts';
import type { PartSink } from './multipart.ts';

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
    const attempt = withBody(context, request, admission, body);
    if (!passes(context, request, reply, attempt)) return reply;
    if (attempt.access === null || body.outcome !== 'received') return reply;
    const flight = acceptReport(context, attempt.access, attempt.usage, body.file);
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
  const id = world.nextFlightId++;
  if (file.kept !== null) context.images.keep(id, `image/${file.kind}`, file.kept);
  const figures = figuresFor(file.fingerprint, file.embedded);
  const flight: Flight = {
    id,
    pilotId: access.pilot.id,
    clientId: access.application.clientId,
    createdAtMs: nowMs,
    fileName: file.fileName,
    sizeBytes: file.sizeBytes,
    sha256: settings.stateFile === null ? null : context.images.sha256({ id, sha256: null }),
    figures: { ...figures, date: beginOf(figures.date, nowMs - figures.total_ft * 60_000) },
    needsModerator: needsModerator(settings.seed, file.fingerprint, settings.moderationShare),
    automatedChecked: false,
    moderatorChecked: false,
    isArchived: false,
    dueAtMs: nowMs + settings.checkDelayMs,
  };
  addFlight(world, flight);
  usage.waitFromMs = nowMs;
  usage.lastFlightId = flight.id;
  checks.follow(flight);
  changed('flights', 'limits');
  return flight;
}

// Reads the image from the multipart body while it streams: size, fingerprint, type and embedded figures, and the image
// itself if it should be kept. Never throws.

const fieldName = 'report';

/** The heads of the parts; a body that is announced as longer than this and the largest file cannot be accepted. */
const mostFramingBytes = 64 * 1024;

const gone: ReportBody = { outcome: 'missing', why: 'the client disconnected' };

type Receiving = {
  maxFileBytes: number;
  /** A26: how to handle several files named `report`. */
  severalReports: EmulatorSettings['severalReports'];
  /** The maximum size of an image to keep; 0 keeps none. */
  keepBytes: number;
  /** Records the parts for the journal. */
  parts: MultipartParts;
  /** Slows reading down, if a fault applies. */
  throttle: Throttle | null;
};

export function receiveReport(
  request: IncomingMessage,
  { maxFileBytes, severalReports, keepBytes, parts, throttle }: Receiving,
): Promise<ReportBody> {
  const tooLarge: ReportBody = { outcome: 'too-large', why: `more than ${formatBytes(maxFileBytes)}` };
  return new Promise((resolve) => {
    const boundary = boundaryOf(request.headers['content-type']);
    if (boundary === null)
      return resolve({ outcome: 'missing', why: 'the body is not multipart/form-data with a boundary' });
    if (waitsForContinue(request) && Number(request.headers['content-length']) > maxFileBytes + mostFramingBytes)
      return resolve(tooLarge);

    const files: ReceivedFile[] = [];
    // Filled as the bytes arrive: a copy of the whole image at its end would cost a tenth of the upload.
    const kept = Buffer.allocUnsafeSlow(Math.min(keepBytes, Number(request.headers['content-length']) || keepBytes));
    let keptEnd = 0;
    let isInFile = false;
    const finish = (body: ReportBody) => {
      // Discard the rest, so that the client gets the response instead of a broken connection.
      request.off('data', take);
      request.resume();
      resolve(body);
    };

    const openFile = (fileName: string, seen: PartSeen): PartSink => {
      isInFile = true;
      const reader = createReportReader();
      return {
        push(bytes) {
          seen.sizeBytes += bytes.length;
          if (seen.sizeBytes > maxFileBytes) return finish(tooLarge);
          reader.push(bytes);
          if (keptEnd < kept.length) bytes.copy(kept, keptEnd);
          keptEnd += bytes.length;
        },
        end() {
          isInFile = false;
          seen.isWhole = true;
          const { sizeBytes } = seen;
          // Browsers send this for an empty file input.
          if (sizeBytes === 0 && fileName === '') return;
          files.push({
            fileName,
            sizeBytes,
            fingerprint: reader.fingerprint(),
            kind: reader.kind(),
            embedded: reader.embedded(),
            isComplete: reader.isComplete(),
            kept: reader.kind() === null || keptEnd > kept.length ? null : kept.subarray(keptEnd - sizeBytes, keptEnd),
          });
        },
      };
    };
    const form = createMultipartReader(boundary, ({ name, fileName, type }) => {
      const seen = parts.begin(name, fileName, type);
      return name === fieldName && fileName !== null ? openFile(fileName, seen) : measure(seen);
    });
    let passing: Promise<void> | null = null;
    const take = (bytes: Buffer) => {
      form.push(bytes);
      if (throttle === null) return;
      // Backpressure: the client waits while nothing is read.
      request.pause();
      passing = throttle.pass(bytes.length).then((isPassed) => {
        if (isPassed) request.resume();
        else finish(gone);
      });
    };

    request.on('data', take);
    const end = () => {
      const isWhole = form.end();
      finish(outcomeOf(files, { isWhole, isInFile, severalReports }));
    };
    // The end comes with the last chunk, which has to be throttled too.
    request.on('end', () => void (passing === null ? end() : passing.then(end)));
    // A fault that looked for a file has read an empty body to its end.
    if (request.readableEnded) end();
    const leave = () => {
      // What was held back, for the journal.
      form.end();
      finish(gone);
    };
    request.on('close', () => {
      if (!request.complete) leave();
    });
    request.on('error', leave);
  });
}

function outcomeOf(
  files: readonly ReceivedFile[],
  { isWhole, isInFile, severalReports }: { isWhole: boolean; isInFile: boolean } & Pick<Receiving, 'severalReports'>,
): ReportBody {
  const file = severalReports === 'last' ? files.at(-1) : files[0];
  if (file === undefined && !isInFile) {
    return { outcome: 'missing', why: isWhole ? `no part is a file called ${fieldName}` : 'the body is not whole' };
  }
  // Cut off: complete parts before it do not count.
  if (file === undefined || !isWhole) return { outcome: 'unusable', why: 'the body breaks off' };
  return files.length > 1 && severalReports === 'refuse'
    ? { outcome: 'unusable', why: `${files.length} files are called ${fieldName}` }
    : { outcome: 'received', file };
}
