// The emulator as a whole: health, reset, clock, settings, state and scenarios.

import { z } from 'zod';
import { amount, duration, flag, listOf, members, dateTime, oneOf, text } from '../../options/input-schemas.ts';
import { slices } from '../../api-types.ts';
import { call } from './call.ts';
import * as views from './views.ts';

const none = members({});

/** Longer than the clock can reach. */
const longestMs = 1e15;

export const emulatorCalls = {
  health: call({
    method: 'GET',
    path: '/health',
    summary: 'Identify the emulator; needs no token',
    input: none,
    answer: views.health,
    run: (controls) => controls.health(),
  }),
  reset: call({
    method: 'POST',
    path: '/reset',
    summary: 'Restore the initial state, completely or in slices',
    input: members({ slices: listOf(oneOf(slices), `a list of ${slices.join(', ')}`).optional() }),
    answer: null,
    example: { slices: ['faults', 'pilots'] },
    run: (controls, input) => controls.reset(input),
  }),
  'clock.read': call({
    method: 'GET',
    path: '/clock',
    summary: 'Read the clock',
    input: none,
    answer: views.clockState,
    run: (controls) => controls.clock.read(),
  }),
  'clock.change': call({
    method: 'POST',
    path: '/clock',
    summary: 'Scale, freeze or advance the clock; responds when everything due has happened',
    input: members({
      scale: amount(0.001, 100_000, 'a number from 0.001 to 100000').optional(),
      freeze: flag.optional(),
      set: dateTime.optional(),
      advanceMs: duration(longestMs).optional(),
    }),
    answer: views.clockState,
    example: { advanceMs: 60_000 },
    run: (controls, input) => controls.clock.change(input),
  }),
  'settings.list': call({
    method: 'GET',
    path: '/settings',
    summary: 'List all options with their values',
    input: none,
    answer: views.pageOf(views.setting),
    run: (controls) => controls.settings.list(),
  }),
  'settings.change': call({
    method: 'PATCH',
    path: '/settings',
    summary: 'Change options at run time',
    input: z.record(z.string(), z.unknown(), { error: 'an object of settings' }),
    isStep: true,
    answer: views.pageOf(views.setting),
    example: { minGapMs: '2s', nullableAsStrings: false },
    run: (controls, input) => controls.settings.change(input),
  }),
  'state.export': call({
    method: 'GET',
    path: '/state',
    summary: 'Export the complete state as one document',
    input: none,
    answer: views.stateDocument,
    run: (controls) => controls.state.export(),
  }),
  'state.import': call({
    method: 'PUT',
    path: '/state',
    summary: 'Replace the state with an exported document, all or nothing',
    // Enough for half a million flights.
    bodyLimitBytes: 256 * 1024 ** 2,
    input: z.record(z.string(), z.unknown(), { error: 'an exported state document' }),
    answer: null,
    run: (controls, document) => controls.state.import(document),
  }),
  'scenario.read': call({
    method: 'GET',
    path: '/scenario',
    summary: 'Read the running scenario and its progress, or null',
    input: none,
    answer: views.scenarioState.nullable(),
    run: (controls) => controls.scenario.read(),
  }),
  'scenario.load': call({
    method: 'POST',
    path: '/scenario',
    summary: 'Start a scenario, by name or as a document',
    input: z.union([members({ name: text }), members({ document: z.unknown() })], {
      error: 'the name of a scenario, or a document',
    }),
    answer: views.scenarioState,
    example: { name: 'service-down' },
    run: (controls, input) => controls.scenario.load(input),
  }),
  'scenario.list': call({
    method: 'GET',
    path: '/scenarios',
    summary: 'List the built-in scenarios',
    input: none,
    answer: views.pageOf(views.scenarioSummary),
    run: (controls) => controls.scenario.list(),
  }),
};
