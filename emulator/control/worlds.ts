// Parallel worlds: separate emulators under /w/ID. And the recording of a real service.

import { z } from 'zod';
import { duration, members, oneOf, text, word } from '../options/input-schemas.ts';
import { longestDurationMs } from '../options/units.ts';
import { call } from './call.ts';
import { wholeList } from './paging.ts';
import * as views from './views.ts';

export const worldCalls = {
  'worlds.list': call({
    method: 'GET',
    path: '/worlds',
    summary: 'List the worlds side by side',
    input: members({}),
    answer: views.pageOf(views.world),
    run: ({ worlds }) => wholeList(worlds.list()),
  }),
  'worlds.add': call({
    method: 'POST',
    path: '/worlds',
    summary: 'Make an emulator of its own under /w/ID, with its own mode, scenario, clock, faults, pilots and journal',
    input: members({
      id: word.optional(),
      idle: duration(longestDurationMs, 1).optional(),
      clock: oneOf(['system', 'virtual']).optional(),
      mode: oneOf(['strict', 'extended']).optional(),
      scenario: z
        .union([text, z.record(z.string(), z.unknown())], { error: 'the name of a scenario, or a document' })
        .optional(),
      settings: z.record(z.string(), z.unknown(), { error: 'an object of settings' }).optional(),
    }),
    isLater: true,
    answer: views.world,
    example: { id: 'suite-7', clock: 'virtual', idle: '2m' },
    run: ({ worlds }, input) => worlds.add(input),
  }),
  'worlds.remove': call({
    method: 'DELETE',
    path: '/worlds/:id',
    summary: 'Remove a world',
    input: members({ id: word }),
    isLater: true,
    answer: null,
    run: ({ worlds }, { id }) => worlds.remove(id),
  }),
  'recording.read': call({
    method: 'GET',
    path: '/recording',
    summary: 'Read which assumptions hold, by what was recorded; null without `--record`',
    input: members({}),
    answer: views.recording.nullable(),
    run: ({ recording }) => recording.read(),
  }),
  'recording.scenario': call({
    method: 'GET',
    path: '/recording/scenario',
    summary: 'Read a scenario that answers as the recorded service did; null without `--record`',
    input: members({}),
    answer: views.scenarioDocument.nullable(),
    run: ({ recording }) => recording.scenario(),
  }),
};
