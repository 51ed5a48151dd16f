// The emulator as a whole: health, reset, clock, settings, state, scenarios, worlds side by side under /w/ID, and the recording
// of a real service.

import { z } from 'zod';
import {
  clockView,
  healthView,
  pageOf,
  scenarioSummaryView,
  scenarioView,
  settingView,
  slices,
  stateDocument,
  recordingView,
  scenarioDocument,
  worldView,
} from '../api-types.ts';
import type { SettingView } from '../api-types.ts';
import type { EmulatorClock } from '../clock/clock.ts';
import { isoTime, latestTimeMs } from '../clock/clock.ts';
import { EmulatorError } from '../emulator-error.ts';
import { amount, dateTime, duration, flag, listOf, members, oneOf, text, word } from '../options/input-schemas.ts';
import { describeValue } from '../options/option-kinds.ts';
import type { OptionRow } from '../options/option-kinds.ts';
import { meant } from '../options/did-you-mean.ts';
import { liveNames, optionNames, optionTable } from '../options/option-table.ts';
import type { EmulatorSettings, OptionName } from '../options/option-table.ts';
import { readOption, settingSchemas } from '../options/options.ts';
import { version } from '../version.ts';
import { readDocument, readWorld, writeDocument } from '../world/world-document.ts';
import { call, wholeList } from './call.ts';
import { newWorldSchema, readClock, replaceWorld } from './control-context.ts';

const none = members({});

/** Longer than the clock can reach. */
const longestMs = 1e15;

const clockChange = members({
  scale: amount(0.001, 100_000, 'a number from 0.001 to 100000').optional(),
  freeze: flag.optional(),
  set: dateTime.optional(),
  advanceMs: duration(longestMs).optional(),
});

export const emulatorCalls = {
  health: call({
    method: 'GET',
    path: '/health',
    summary: 'Identify the emulator; needs no token',
    input: none,
    answer: healthView,
    run: ({ settings, clock }) => ({
      // A client must not mistake a real service for an emulator.
      status: settings.record === null ? 'ok' : 'recording',
      version,
      mode: settings.mode,
      now: isoTime(clock.now()),
    }),
  }),
  reset: call({
    method: 'POST',
    path: '/reset',
    summary: 'Restore the initial state, completely or in slices',
    input: members({
      slices: listOf(oneOf(slices), `a list of ${slices.join(', ')}`)
        .optional()
        .describe('All by default.'),
    }),
    answer: null,
    example: { slices: ['faults', 'pilots'] },
    run({ clock, settings, firstSettings, changed, rewind }, { slices: wanted }) {
      if (wanted?.includes('clock') === true && clock.steering === undefined) {
        throw new EmulatorError('not-allowed', 'This emulator uses an external clock, which can’t be reset.');
      }
      if (wanted === undefined) {
        Object.assign(settings, firstSettings);
        changed('settings');
      }
      rewind(wanted ?? slices);
    },
  }),
  'clock.read': call({
    method: 'GET',
    path: '/clock',
    summary: 'Read the clock',
    input: none,
    answer: clockView,
    run: ({ clock }) => readClock(clock),
  }),
  'clock.change': call({
    method: 'POST',
    path: '/clock',
    summary: 'Scale, freeze or advance the clock; responds when everything due has happened',
    input: clockChange,
    isLater: true,
    answer: clockView,
    example: { advanceMs: 60_000 },
    run: ({ inTurn, clock, events, changed }, change) =>
      inTurn(async () => {
        await changeClock(clock, change);
        changed();
        const state = readClock(clock);
        events.publish({ type: 'clock', clock: state });
        return state;
      }),
  }),
  'settings.list': call({
    method: 'GET',
    path: '/settings',
    summary: 'List all options with their values',
    input: none,
    answer: pageOf(settingView),
    run: ({ settings }) => listSettings(settings),
  }),
  'settings.change': call({
    method: 'PATCH',
    path: '/settings',
    summary: 'Change options at run time',
    input: z.record(z.string(), z.unknown(), { error: 'an object of settings' }),
    described: members(settingSchemas()),
    isStep: true,
    answer: pageOf(settingView),
    example: { minGapMs: '2s', nullableAsStrings: false },
    /** All or nothing. Values are those of the library, or texts as on the command line. */
    run({ settings, changed }, change) {
      const read = Object.entries(change).map(([name, value]) => [name, readOption(liveOption(name), value)]);
      Object.assign(settings, Object.fromEntries(read));
      changed('settings', 'limits');
      return listSettings(settings);
    },
  }),
  'state.export': call({
    method: 'GET',
    path: '/state',
    summary: 'Export the complete state as one document',
    input: none,
    answer: stateDocument,
    run: ({ world, clock }) => writeDocument(world, clock.now()),
  }),
  'state.import': call({
    method: 'PUT',
    path: '/state',
    summary: 'Replace the state with an exported document, all or nothing',
    // The library accepts its text too.
    input: z.union([z.string(), z.record(z.string(), z.unknown())], { error: 'an exported state document' }),
    isLater: true,
    answer: null,
    /** Sets a frozen clock to the time of the document; a running clock only moves forward. */
    async run(emulator, document) {
      const { clock, images, scenario } = emulator;
      const read = typeof document === 'string' ? readDocument(document) : readWorld(document);
      if (!read.ok) {
        throw new EmulatorError('option', `Not a valid state document (${read.reason}). Nothing has changed.`);
      }
      if (clock.steering?.isFrozen === true) clock.steering.put(read.atMs);
      else clock.notBefore(read.atMs);
      images.clear();
      scenario.interrupt('another state was imported');
      replaceWorld(emulator, read.world);
    },
  }),
  'scenario.read': call({
    method: 'GET',
    path: '/scenario',
    summary: 'Read the running scenario and its progress, or null',
    input: none,
    answer: scenarioView.nullable(),
    run: ({ scenario }) => scenario.read(),
  }),
  'scenario.load': call({
    method: 'POST',
    path: '/scenario',
    summary: 'Start a scenario, by name or as a document',
    input: z.union([members({ name: text }), members({ document: z.unknown() })], {
      error: 'the name of a scenario, or a document',
    }),
    isLater: true,
    answer: scenarioView,
    example: { name: 'service-down' },
    run: ({ scenario }, input) => scenario.load(input),
  }),
  'scenario.list': call({
    method: 'GET',
    path: '/scenarios',
    summary: 'List the built-in scenarios',
    input: none,
    isLater: true,
    answer: pageOf(scenarioSummaryView),
    run: ({ scenario }) => scenario.list(),
  }),
  'worlds.list': call({
    method: 'GET',
    path: '/worlds',
    summary: 'List the worlds side by side',
    input: none,
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
    input: none,
    answer: recordingView.nullable(),
    run: ({ recording }) => recording.read(),
  }),
  'recording.scenario': call({
    method: 'GET',
    path: '/recording/scenario',
    summary: 'Read a scenario that answers as the recorded service did; null without `--record`',
    input: none,
    answer: scenarioDocument.nullable(),
    run: ({ recording }) => recording.scenario(),
  }),
};

/** Several members apply in this order. */
async function changeClock(
  clock: EmulatorClock,
  { scale, freeze, set, advanceMs }: z.output<typeof clockChange>,
): Promise<void> {
  // Read once: a running clock would return a later time.
  const nowMs = clock.now();
  const untilMs = set === undefined ? nowMs : Date.parse(set);
  if (untilMs < nowMs) {
    const message = `Time can’t go back: it is ${isoTime(nowMs)}, and ${set} is earlier.`;
    throw new EmulatorError('not-allowed', message);
  }
  if (untilMs + (advanceMs ?? 0) > latestTimeMs) {
    throw new EmulatorError('option', `The latest possible time is ${isoTime(latestTimeMs)}.`);
  }
  if ((scale ?? freeze) !== undefined && clock.steering === undefined) {
    const message = 'This emulator uses an external clock, which can’t be frozen or scaled here.';
    throw new EmulatorError('not-allowed', message);
  }
  if (scale !== undefined) clock.steering?.rescale(scale);
  if (freeze !== undefined) clock.steering?.freeze(freeze);
  if (set !== undefined) await clock.advance(Math.max(0, untilMs - clock.now()));
  if (advanceMs !== undefined) await clock.advance(advanceMs);
}

const listSettings = (settings: EmulatorSettings) => wholeList(optionNames.map((name) => viewSetting(name, settings)));

/** Throws an `EmulatorError` for an option that cannot be changed at run time. */
function liveOption(name: string): OptionName {
  const known = optionNames.find((other) => other === name);
  if (known === undefined) {
    throw new EmulatorError(
      'option',
      `Unknown setting ${name}${meant(name, liveNames)}; live settings are ${liveNames.join(', ')}.`,
    );
  }
  if (!liveNames.includes(known)) throw new EmulatorError('not-allowed', `${name} can only be set at startup.`);
  return known;
}

function viewSetting(name: OptionName, settings: EmulatorSettings): SettingView {
  const row: OptionRow = optionTable[name];
  // The caller already has the token.
  const value = name === 'controlToken' ? null : settings[name];
  return {
    name,
    flag: row.flag ?? null,
    kind: row.kind,
    choices: row.choices === undefined ? null : [...row.choices],
    value,
    text: describeValue(row, value),
    assumption: row.assumption ?? null,
    help: row.help,
    isLive: liveNames.includes(name),
  };
}
