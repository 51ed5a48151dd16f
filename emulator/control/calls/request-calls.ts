// Requests: faults, the journal and the rate limits.

import { pathError } from '../../world/fault-match.ts';
import { newFaultSchema } from '../../world/fault-schema.ts';
import { duration, id, members, oneOf, page, statusPattern, text, wholeNumber } from '../../options/input-schemas.ts';
import { journalOutcomes } from '../../api-types.ts';
import { longestWaitMs } from '../waits/waiting.ts';
import { call } from './call.ts';
import * as views from './views.ts';
import { z } from 'zod';

const none = members({});
const one = members({ id });

const mostCounted = 1_000_000;

const requestMatch = members({
  method: text.optional(),
  path: text
    .check(({ value, issues }) => {
      const message = pathError(value);
      if (message !== null) issues.push({ code: 'custom', message, input: value });
    })
    .optional(),
  status: statusPattern.optional(),
  outcome: oneOf(journalOutcomes).optional(),
  clientId: text.optional(),
  pilot: text.optional(),
  grantType: text.optional(),
  fault: id.optional(),
  rule: text.optional(),
  query: text.optional(),
  headers: z.record(z.string(), z.string({ error: 'a text' }), { error: 'headers and their texts' }).optional(),
  body: text.optional(),
  response: text.optional(),
});

export const requestCalls = {
  'faults.list': call({
    method: 'GET',
    path: '/faults',
    summary: 'List the faults in the order in which they apply',
    input: members(page),
    answer: views.pageOf(views.fault),
    run: (controls, input) => controls.faults.list(input),
  }),
  'faults.add': call({
    method: 'POST',
    path: '/faults',
    summary: 'Add a fault for matching requests',
    input: newFaultSchema,
    isStep: true,
    answer: views.fault,
    example: { match: { path: '/api/*' }, times: 1, effect: { type: 'status', status: 503 } },
    run: (controls, input) => controls.faults.add(input),
  }),
  'faults.remove': call({
    method: 'DELETE',
    path: '/faults/:id',
    summary: 'Remove a fault',
    input: one,
    isStep: true,
    answer: null,
    run: (controls, input) => controls.faults.remove(input),
  }),
  'faults.clear': call({
    method: 'DELETE',
    path: '/faults',
    summary: 'Remove all faults',
    input: none,
    isStep: true,
    answer: null,
    run: (controls) => controls.faults.clear(),
  }),
  'journal.list': call({
    method: 'GET',
    path: '/journal',
    summary: 'List recent requests, oldest first',
    input: members({ ...page, contains: text.optional() }),
    answer: views.pageOf(views.journalEntry),
    run: (controls, input) => controls.journal.list(input),
  }),
  'journal.read': call({
    method: 'GET',
    path: '/journal/:id',
    summary: 'Read a request with headers, bodies and response',
    input: one,
    answer: views.journalDetail,
    run: (controls, input) => controls.journal.read(input),
  }),
  'journal.har': call({
    method: 'GET',
    path: '/journal.har',
    summary: 'Export the journal as HAR 1.2, with secrets masked',
    input: none,
    answer: views.har,
    run: (controls) => controls.journal.har(),
  }),
  'journal.clear': call({
    method: 'DELETE',
    path: '/journal',
    summary: 'Clear the journal',
    input: none,
    answer: null,
    run: (controls) => controls.journal.clear(),
  }),
  'journal.wait': call({
    method: 'POST',
    path: '/wait/requests',
    summary: 'Wait for requests that match; if they don’t come, the error names the nearest misses',
    input: members({
      match: requestMatch.optional(),
      atLeast: wholeNumber(1, mostCounted).optional(),
      count: wholeNumber(0, mostCounted).optional(),
      after: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
      timeout: duration(longestWaitMs).optional(),
    }).refine(({ atLeast, count }) => atLeast === undefined || count === undefined, {
      path: ['atLeast'],
      error: 'count or atLeast, not both',
    }),
    answer: views.pageOf(views.journalEntry),
    example: { match: { path: '/api/*', status: 429 }, count: 1, timeout: '5s' },
    run: (controls, input) => controls.journal.wait(input),
  }),
  'limits.list': call({
    method: 'GET',
    path: '/limits',
    summary: 'List the rate limits used by each pair of application and pilot',
    input: members(page),
    answer: views.pageOf(views.limit),
    run: (controls, input) => controls.limits.list(input),
  }),
};
