// Requests: faults, the journal and the rate limits.

import { newFaultSchema } from '../../world/fault-schema.ts';
import { id, members, page, text } from '../../options/input-schemas.ts';
import { call } from './call.ts';

const none = members({});
const one = members({ id });

export const requestCalls = {
  'faults.list': call({
    method: 'GET',
    path: '/faults',
    summary: 'List the faults in the order in which they apply',
    input: members(page),
    run: (controls, input) => controls.faults.list(input),
  }),
  'faults.add': call({
    method: 'POST',
    path: '/faults',
    summary: 'Add a fault for matching requests',
    input: newFaultSchema,
    isStep: true,
    run: (controls, input) => controls.faults.add(input),
  }),
  'faults.remove': call({
    method: 'DELETE',
    path: '/faults/:id',
    summary: 'Remove a fault',
    input: one,
    isStep: true,
    run: (controls, input) => controls.faults.remove(input),
  }),
  'faults.clear': call({
    method: 'DELETE',
    path: '/faults',
    summary: 'Remove all faults',
    input: none,
    isStep: true,
    run: (controls) => controls.faults.clear(),
  }),
  'journal.list': call({
    method: 'GET',
    path: '/journal',
    summary: 'List recent requests, oldest first',
    input: members({ ...page, contains: text.optional() }),
    run: (controls, input) => controls.journal.list(input),
  }),
  'journal.read': call({
    method: 'GET',
    path: '/journal/:id',
    summary: 'Read a request with headers, bodies and response',
    input: one,
    run: (controls, input) => controls.journal.read(input),
  }),
  'journal.clear': call({
    method: 'DELETE',
    path: '/journal',
    summary: 'Clear the journal',
    input: none,
    run: (controls) => controls.journal.clear(),
  }),
  'limits.list': call({
    method: 'GET',
    path: '/limits',
    summary: 'List the rate limits used by each pair of application and pilot',
    input: members(page),
    run: (controls, input) => controls.limits.list(input),
  }),
};
