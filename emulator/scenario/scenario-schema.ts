// What a scenario looks like. What the calls of its steps take comes from the table of the control interface, so that a
// wrong step is found when the scenario is loaded and not when it falls due. Each message is what the member takes, to
// go on after “takes”.

import { z } from 'zod';
import { flag, listOf, members, text } from '../options/input-schemas.ts';
import { newFaultSchema } from '../world/fault-schema.ts';
import { figuresSchema } from '../world/figures-schema.ts';
import { expectation, isAllowed, readValue } from '../options/option-kinds.ts';
import type { OptionRow } from '../options/option-kinds.ts';
import { longestDurationMs, parseDuration } from '../options/units.ts';
import { optionNames, optionTable } from '../options/option-table.ts';

/** What each call that a step may name takes. */
export type StepInputs = Readonly<Record<string, z.ZodType>>;

export type ScenarioSchema = ReturnType<typeof createScenarioSchema>;
export type ScenarioDocument = z.output<ScenarioSchema>;

const durationWords = 'a duration such as 0, 250ms, 5s, 2m, 1h or 30d';
const durationForm = /^(0|\d+(\.\d+)?(ms|s|m|h|d))$/;

const isShortEnough = (written: string) => durationMsOf(written) <= longestDurationMs;

const duration = z.union(
  [
    z
      .string()
      .regex(durationForm, { error: durationWords })
      .refine(isShortEnough, { error: 'a duration of at most 100 years' }),
    z.literal(0),
  ],
  { error: durationWords },
);

/** Milliseconds of a duration that the schema has let through. */
export const durationMsOf = (written: string | 0): number => parseDuration(String(written)) ?? 0;

const pilot = members({ id: text, name: text });

const application = members({
  clientId: text,
  name: text.optional().describe('The client id by default.'),
  clientSecret: text.optional().describe('Made where none is given.'),
  redirectUris: listOf(text, 'a list of addresses').describe('The port of a loopback address may be any.'),
  writeEnabled: flag.optional().describe('Whether it holds the write-access subscription; true by default.'),
});

const countWords = 'a whole number from 1 to 10000';
const flight = members({
  count: z
    .int({ error: countWords })
    .min(1, { error: countWords })
    .max(10_000, { error: countWords })
    .optional()
    .describe('So many alike; 1 by default.'),
  ago: duration.optional().describe('How long before the beginning it was uploaded; 0 by default.'),
  pilot: text.optional().describe('The first pilot by default.'),
  clientId: text.optional().describe('The first application by default.'),
  fileName: text.optional(),
  figures: members(figuresSchema.partial().shape)
    .optional()
    .describe('What the checks find; what is not said is drawn from the seed.'),
  needsModerator: flag.optional().describe('Drawn from the seed by default.'),
  automatedChecked: flag.optional(),
  moderatorChecked: flag.optional(),
  isArchived: flag.optional(),
});

export function createScenarioSchema(inputs: StepInputs) {
  const settings = settingsSchema();
  return members({
    $schema: text.optional(),
    title: text.describe('One line, for a list.'),
    about: text.describe('What happens and what it stands for, in a few sentences.'),
    seed: text.optional().describe('Decides what is drawn: the same seed draws the same.'),
    settings: settings.optional().describe('What differs from the options that the emulator was started with.'),
    pilots: listOf(pilot, 'a list of pilots').optional().describe("In place of the emulator's own."),
    applications: listOf(application, 'a list of applications').optional().describe("In place of the emulator's own."),
    flights: listOf(flight, 'a list of flights').optional().describe('Oldest first; the first has the id 4700.'),
    faults: listOf(newFaultSchema, 'a list of faults').optional().describe('From the beginning; later ones are steps.'),
    // The call itself takes any names, and says of each what is wrong with it.
    steps: listOf(stepSchema({ ...inputs, 'settings.change': settings }), 'a list of steps').describe(
      'In any order; each happens when it falls due.',
    ),
  });
}

/** Every option that may change while the emulator runs, as the library or as the command line writes it; the seed is a member of its own. */
function settingsSchema() {
  const live = optionNames.filter((name) => name !== 'seed' && (optionTable[name] as OptionRow).isLive === true);
  return members(Object.fromEntries(live.map((name) => [name, settingSchema(optionTable[name])])));
}

function settingSchema(row: OptionRow) {
  const error = wordsFor(row);
  const ofKind = row.kind === 'choice' ? z.enum(row.choices ?? []) : z.boolean();
  const plain = typeof row.default === 'number' ? z.number() : ofKind;
  return z
    .union([plain, z.string()], { error })
    .refine((value) => isAllowed(row, typeof value === 'string' ? readValue(row, value) : value), { error })
    .optional()
    .describe(row.help);
}

/** As the command line writes it, or as the library takes it. */
function wordsFor(row: OptionRow): string {
  const inLibrary = expectation(row, 'value');
  return row.kind === 'duration' || row.kind === 'size' ? `${expectation(row, 'flag')}, or ${inLibrary}` : inLibrary;
}

/** A step is told apart by its call; `with` may be left out where the call needs nothing. */
function stepSchema(inputs: StepInputs) {
  const calls = Object.keys(inputs).join(', ');
  const [first, ...others] = Object.entries(inputs).map(([name, input]) =>
    members({
      at: duration.describe('How long after the beginning, on the clock of the service.'),
      call: z.literal(name),
      with: input.safeParse({}).success ? input.optional() : input,
      message: text.optional().describe('What happens, in words.'),
    }),
  );
  return z.discriminatedUnion('call', [first!, ...others], {
    error: ({ code }) => (code === 'invalid_union' ? `one of ${calls}` : 'an object with at, call, with, message'),
  });
}
