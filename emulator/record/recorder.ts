// Runs the emulator's server in front of a real service: forwards every request, records the exchanges, and reads from them
// which assumptions hold and which scenario would answer alike.

import { access, constants, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isObject } from '../http/json.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RecordingReport } from '../api-types.ts';
import type { EmulatorContext } from '../context.ts';
import { EmulatorError, reasonOf } from '../emulator-error.ts';
import { leaveBodiesUnread } from '../http/app-hooks.ts';
import { concerns, rule } from '../journal/journal.ts';
import { recordExchange } from './exchange-recorder.ts';
import { judge } from './assumption-checks.ts';
import { createUpstreamAddress, send } from './forward.ts';
import { scenarioFileText, scenarioFrom } from './scenario.ts';
import { createSeenSecrets } from './secrets.ts';
import { codeIn, paths, valueOf } from './traffic.ts';
import type { Observation } from './traffic.ts';

export type Recorder = Awaited<ReturnType<typeof createRecorder>>;

/** Rejects with an `EmulatorError` if the file of the options can't be written. */
export async function createRecorder(context: EmulatorContext, service: string, file: string | null) {
  if (file !== null)
    await access(dirname(file), constants.W_OK).catch((cause: unknown) => throwUnwritable(file, cause));
  const { clock, settings } = context;
  const address = createUpstreamAddress(service, context.url);
  const secrets = createSeenSecrets();
  const observations: Observation[] = [];
  let forwarded = 0;

  const forward = (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack();
    const { raw } = request;
    const atMs = clock.now();
    const target = address.target(raw.url ?? '/');
    const path = target.slice(address.origin.pathname.replace(/\/+$/, '').length);
    const recorder = recordExchange(request, secrets, { path, atMs });
    forwarded += 1;
    const observe = (message: string | null = null) => {
      const observation = recorder.observe(clock.now());
      rule(request, message ?? ruleOf(observation));
      concerns(request, concernedBy(observation));
      observations.push(observation);
      if (observations.length > settings.journalEntries) observations.shift();
    };
    send({ incoming: raw, outgoing: reply.raw }, address, {
      onRequestBytes: recorder.requestBytes,
      onHead: recorder.head,
      onResponseBytes: recorder.responseBytes,
      onEnd: () => observe(),
      onCut() {
        observe('forwarded: the service closed the connection within its response');
        if (request.exchange) request.exchange.outcome = 'cut';
      },
      onGone: () => observe('forwarded: the client left before the response was complete'),
      onFailure(failure) {
        const body = JSON.stringify({ detail: 'bad_gateway', message: `${failure}.` });
        if (request.exchange) request.exchange.sent = body;
        observe(`bad_gateway: ${failure}`);
        if (reply.raw.headersSent || reply.raw.destroyed) return void reply.raw.destroy();
        reply.raw.writeHead(502, { 'Content-Type': 'application/json', Connection: 'close' }).end(body);
      },
    });
  };

  return {
    /** Serves everything that the control interface does not. */
    register(app: FastifyInstance): void {
      // What is forwarded are the headers as sent.
      leaveBodiesUnread(app);
      app.addHook('onRequest', (request, reply, done) => {
        // A page on the web must not reach the service under another name (DNS rebinding).
        const error = context.checkHost(request);
        if (error === null) return done();
        rule(request, `wrong_host: ${error}`);
        void reply.code(421).send({ detail: 'wrong_host', message: error });
      });
      app.setNotFoundHandler(forward);
    },
    forward,
    report: (): RecordingReport => ({
      service: address.url,
      requests: forwarded,
      assumptions: judge(observations, address.url),
    }),
    scenario: () => scenarioFrom(observations, address.url),
    /** Writes the scenario to the file of the options, if there is one. */
    async save(): Promise<void> {
      if (file === null) return;
      const text = await scenarioFileText(scenarioFrom(observations, address.url), file);
      await writeFile(file, text).catch((cause: unknown) => throwUnwritable(file, cause));
    },
  };
}

function throwUnwritable(file: string, cause: unknown): never {
  throw new EmulatorError('option', `Can’t write the scenario to ${file}: ${reasonOf(cause)}.`, cause);
}

function ruleOf(observation: Observation): string {
  const code = codeIn(observation);
  if (code !== null) return `forwarded: ${code}`;
  const isOfInterface = observation.path === paths.token || observation.path.startsWith('/api/');
  return isOfInterface && !isObject(observation.json) ? 'forwarded: the response is not a JSON object' : 'forwarded';
}

/** The client as it names itself, once the service has accepted it. */
function concernedBy({ query, form, basicUser, status }: Observation) {
  const named = valueOf(form, 'client_id') ?? basicUser ?? valueOf(query, 'client_id');
  const grantType = valueOf(form, 'grant_type');
  const isGrant = grantType === 'authorization_code' || grantType === 'refresh_token';
  return {
    clientId: status !== null && status < 400 ? named : undefined,
    grantType: isGrant ? grantType : undefined,
  };
}
