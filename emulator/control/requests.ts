// Requests: faults, the journal and the rate limits.

import { detailView, entryView, faultView, harView, limitView, pageOf } from '../api-types.ts';
import type { FaultView, LimitView } from '../api-types.ts';
import { isoTime } from '../clock/clock.ts';
import type { EmulatorContext } from '../context.ts';
import { EmulatorError, refuseUnknown } from '../emulator-error.ts';
import { readsWithoutSubscription, requestsWithSubscription, windowMs } from '../flights/admission.ts';
import { asHar } from '../journal/as-har.ts';
import { id, members, page, text } from '../options/input-schemas.ts';
import { checkParties, newFaultSchema } from '../world/fault-schema.ts';
import { partiesOf } from '../world/world.ts';
import type { Fault, PairUsage } from '../world/world.ts';
import { call, pageItems, readCursor, wholeList } from './call.ts';
import { requestsWait, waitForRequests } from './waits.ts';

const none = members({});
const one = members({ id });

export const requestCalls = {
  'faults.list': call({
    method: 'GET',
    path: '/faults',
    summary: 'List the faults in the order in which they apply',
    input: members(page),
    answer: pageOf(faultView),
    run: ({ world }, page) => pageItems(world.faults, ({ id }) => String(id), page, viewFault),
  }),
  'faults.add': call({
    method: 'POST',
    path: '/faults',
    summary: 'Add a fault for matching requests',
    input: newFaultSchema,
    isStep: true,
    answer: faultView,
    example: { match: { path: '/api/*' }, times: 1, effect: { type: 'status', status: 503 } },
    run({ world, changed }, given) {
      checkParties(given.match, world);
      const fault: Fault = { ...given, id: world.nextFaultId++, seen: 0, fired: 0 };
      world.faults.push(fault);
      changed('faults');
      return viewFault(fault);
    },
  }),
  'faults.remove': call({
    method: 'DELETE',
    path: '/faults/:id',
    summary: 'Remove a fault',
    input: one,
    isStep: true,
    answer: null,
    run({ world, changed }, { id }) {
      const index = world.faults.findIndex((fault) => fault.id === id);
      if (index === -1) refuseUnknown(`Fault ${id}`);
      world.faults.splice(index, 1);
      changed('faults');
    },
  }),
  'faults.clear': call({
    method: 'DELETE',
    path: '/faults',
    summary: 'Remove all faults',
    input: none,
    isStep: true,
    answer: null,
    run({ world, changed }) {
      world.faults.length = 0;
      changed('faults');
    },
  }),
  'journal.list': call({
    method: 'GET',
    path: '/journal',
    summary: 'List recent requests, oldest first',
    input: members({ ...page, contains: text.optional() }),
    answer: pageOf(entryView),
    run({ journal }, request) {
      if (request.after !== undefined) readCursor(request.after);
      return journal.list(request);
    },
  }),
  'journal.read': call({
    method: 'GET',
    path: '/journal/:id',
    summary: 'Read a request with headers, bodies and response',
    input: one,
    answer: detailView,
    run({ journal }, { id }) {
      const entry = journal.read(id);
      if (entry === null) throw new EmulatorError('unknown', `Request ${id} is not in the journal.`);
      return entry;
    },
  }),
  'journal.har': call({
    method: 'GET',
    path: '/journal.har',
    summary: 'Export the journal as HAR 1.2, with secrets masked',
    input: none,
    answer: harView,
    run: ({ journal, url }) => asHar(journal.details(), url()),
  }),
  'journal.clear': call({
    method: 'DELETE',
    path: '/journal',
    summary: 'Clear the journal',
    input: none,
    answer: null,
    run: ({ journal }) => journal.clear(),
  }),
  'journal.wait': call({
    method: 'POST',
    path: '/wait/requests',
    summary: 'Wait for requests that match; if they don’t come, the error names the nearest misses',
    input: requestsWait,
    answer: pageOf(entryView),
    example: { match: { path: '/api/*', status: 429 }, count: 1, timeout: '5s' },
    async run(emulator, wanted) {
      const { pilot, fault } = wanted.match ?? {};
      const { world } = emulator;
      if (pilot !== undefined) checkParties({ pilot }, world);
      if (fault !== undefined && fault >= world.nextFaultId) refuseUnknown(`Fault ${fault}`);
      return wholeList(await waitForRequests(emulator, wanted));
    },
  }),
  'limits.list': call({
    method: 'GET',
    path: '/limits',
    summary: 'List the rate limits used by each pair of application and pilot',
    input: members(page),
    answer: pageOf(limitView),
    run: (emulator, page) =>
      pageItems(
        emulator.world.usage,
        ([key]) => key,
        page,
        (usage) => viewLimit(emulator, usage),
      ),
  }),
};

const viewFault = (fault: Fault): FaultView => structuredClone(fault);

function viewLimit({ world, settings, clock }: EmulatorContext, [key, usage]: [string, PairUsage]): LimitView {
  const [clientId, pilot] = partiesOf(key);
  const isWriter = world.applications.get(clientId)?.writeEnabled === true;
  const limit = isWriter ? requestsWithSubscription : readsWithoutSubscription;
  const nowMs = clock.now();
  const inside = usage.requestsAtMs.filter((atMs) => atMs > nowMs - windowMs);
  const leavingAtMs = inside.at(-limit);
  const isFull = inside.length >= limit && leavingAtMs !== undefined;
  return {
    clientId,
    pilot,
    limit,
    windowMs,
    used: inside.length,
    requestsAt: inside.map(isoTime),
    mayRequestAt: isoTime(isFull ? leavingAtMs + windowMs : nowMs),
    lastFlightId: usage.lastFlightId,
    minGapMs: settings.minGapMs,
    mayUploadAt: isoTime(Math.max(nowMs, (usage.waitFromMs ?? -Infinity) + settings.minGapMs)),
  };
}
