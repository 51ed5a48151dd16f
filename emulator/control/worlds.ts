// Parallel worlds: separate emulators under /w/ID. And the recording of a real service.

import { pageOf, recordingView, scenarioDocument, worldView } from '../api-types.ts';
import { members, word } from '../options/input-schemas.ts';
import { call } from './call.ts';
import { newWorldSchema } from './control-context.ts';
import { wholeList } from './paging.ts';

export const worldCalls = {
  'worlds.list': call({
    method: 'GET',
    path: '/worlds',
    summary: 'List the worlds side by side',
    input: members({}),
    answer: pageOf(worldView),
    run: ({ worlds }) => wholeList(worlds.list()),
  }),
  'worlds.add': call({
    method: 'POST',
    path: '/worlds',
    summary: 'Make an emulator of its own under /w/ID, with its own mode, scenario, clock, faults, pilots and journal',
    input: newWorldSchema,
    isLater: true,
    answer: worldView,
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
    answer: recordingView.nullable(),
    run: ({ recording }) => recording.read(),
  }),
  'recording.scenario': call({
    method: 'GET',
    path: '/recording/scenario',
    summary: 'Read a scenario that answers as the recorded service did; null without `--record`',
    input: members({}),
    answer: scenarioDocument.nullable(),
    run: ({ recording }) => recording.scenario(),
  }),
};
