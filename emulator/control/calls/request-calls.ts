// What happens to requests: faults, the journal of them, the limits.

import { newFaultSchema } from '../../world/fault-schema.ts';
import { id, members, page, text } from '../../options/input-schemas.ts';
import { call } from './call.ts';

const none = members({});
const one = members({ id });

export const requestCalls = {
  'faults.list': call({
    method: 'GET',
    path: '/faults',
    summary: 'the faults, in the order in which they are asked',
    input: members(page),
    run: (controls, input) => controls.faults.list(input),
  }),
  'faults.add': call({
    method: 'POST',
    path: '/faults',
    summary: 'from now on, requests like these go wrong like this',
    input: newFaultSchema,
    isStep: true,
    run: (controls, input) => controls.faults.add(input),
  }),
  'faults.remove': call({
    method: 'DELETE',
    path: '/faults/:id',
    summary: 'takes one away',
    input: one,
    isStep: true,
    run: (controls, input) => controls.faults.remove(input),
  }),
  'faults.clear': call({
    method: 'DELETE',
    path: '/faults',
    summary: 'takes all away',
    input: none,
    isStep: true,
    run: (controls) => controls.faults.clear(),
  }),
  'journal.list': call({
    method: 'GET',
    path: '/journal',
    summary: 'the latest requests, oldest first',
    input: members({ ...page, contains: text.optional() }),
    run: (controls, input) => controls.journal.list(input),
  }),
  'journal.read': call({
    method: 'GET',
    path: '/journal/:id',
    summary: 'one with its headers, bodies and answer',
    input: one,
    run: (controls, input) => controls.journal.read(input),
  }),
  'journal.clear': call({
    method: 'DELETE',
    path: '/journal',
    summary: 'empties it',
    input: none,
    run: (controls) => controls.journal.clear(),
  }),
  'limits.list': call({
    method: 'GET',
    path: '/limits',
    summary: 'what each pair of application and pilot has used, and when it may go on',
    input: members(page),
    run: (controls, input) => controls.limits.list(input),
  }),
};
