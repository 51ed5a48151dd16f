// The emulator as a whole: whether it is there, its beginning, its time, its options, its world as a document.

import { z } from 'zod';
import { amount, flag, listOf, members, moment, oneOf, text } from '../../options/input-schemas.ts';
import { slices } from '../../api-types.ts';
import { call } from './call.ts';

const none = members({});

/** Beyond every moment that the clock can reach. */
const longestMs = 1e15;

export const emulatorCalls = {
  health: call({
    method: 'GET',
    path: '/health',
    summary: 'that it is an emulator, and which; needs no token',
    input: none,
    run: (controls) => controls.health(),
  }),
  reset: call({
    method: 'POST',
    path: '/reset',
    summary: 'back to the beginning, whole or in slices',
    input: members({ slices: listOf(oneOf(slices), `a list of ${slices.join(', ')}`).optional() }),
    run: (controls, input) => controls.reset(input),
  }),
  'clock.read': call({
    method: 'GET',
    path: '/clock',
    summary: 'what time it is and how it runs',
    input: none,
    run: (controls) => controls.clock.read(),
  }),
  'clock.change': call({
    method: 'POST',
    path: '/clock',
    summary: 'scales, freezes or moves time; what falls due on the way has happened when it answers',
    input: members({
      scale: amount(0.001, 100_000, 'a number from 0.001 to 100000').optional(),
      freeze: flag.optional(),
      set: moment.optional(),
      advanceMs: amount(0, longestMs, 'a number of milliseconds, 0 or more').optional(),
    }),
    run: (controls, input) => controls.clock.change(input),
  }),
  'settings.list': call({
    method: 'GET',
    path: '/settings',
    summary: 'every option and what it is set to',
    input: none,
    run: (controls) => controls.settings.list(),
  }),
  'settings.change': call({
    method: 'PATCH',
    path: '/settings',
    summary: 'changes those that may change while it runs',
    input: z.record(z.string(), z.unknown(), { error: 'an object of settings' }),
    isStep: true,
    run: (controls, input) => controls.settings.change(input),
  }),
  'state.export': call({
    method: 'GET',
    path: '/state',
    summary: 'the whole world as one document',
    input: none,
    answers: 'document',
    run: (controls) => controls.state.export(),
  }),
  'state.import': call({
    method: 'PUT',
    path: '/state',
    summary: 'takes such a document in place of the world, all or nothing',
    // Room for half a million flights.
    bodyLimitBytes: 256 * 1024 ** 2,
    input: z.record(z.string(), z.unknown(), { error: 'such a document' }),
    run: (controls, document) => controls.state.import(document),
  }),
  'scenario.read': call({
    method: 'GET',
    path: '/scenario',
    summary: 'the scenario that is played, and how far; null where there is none',
    input: none,
    run: (controls) => controls.scenario.read(),
  }),
  'scenario.load': call({
    method: 'POST',
    path: '/scenario',
    summary: 'begins one by its name, or as a document',
    input: z.union([members({ name: text }), members({ document: z.unknown() })], {
      error: 'the name of a scenario, or one as document',
    }),
    run: (controls, input) => controls.scenario.load(input),
  }),
  'scenario.list': call({
    method: 'GET',
    path: '/scenarios',
    summary: 'those that come with the emulator',
    input: none,
    run: (controls) => controls.scenario.list(),
  }),
};
