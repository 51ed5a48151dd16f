// The schema of a scenario. The inputs of its steps come from the table of calls, so that a wrong step is found when the
// scenario is loaded and not when it is due.

import { z } from 'zod';
import { accountCalls } from '../control/accounts.ts';
import { stepInputs } from '../control/calls.ts';
import { flightSeed } from '../control/flights.ts';
import { duration as durationOf, listOf, members, text, wholeNumber } from '../options/input-schemas.ts';
import { settingSchemas } from '../options/options.ts';
import { longestDurationMs } from '../options/units.ts';
import { newFaultSchema } from '../world/fault-schema.ts';

export type ScenarioSchema = ReturnType<typeof createScenarioSchema>;
export type ScenarioDocument = z.output<ScenarioSchema>;

const duration = durationOf(longestDurationMs);

const { createdAt: _, ...seed } = flightSeed.shape;
const flight = members({
  count: wholeNumber(1, 100_000)
    .optional()
    .describe('Number of flights, alike except for what is drawn; 1 by default.'),
  ago: duration.optional().describe('How long before the start it was uploaded; 0 by default.'),
  over: duration.optional().describe('They were uploaded one after the other during this time, from `ago` on.'),
  ...seed,
});

export function createScenarioSchema() {
  // The seed is a separate member.
  const { seed: _seed, ...live } = settingSchemas();
  const settings = members(live);
  return members({
    $schema: text.optional(),
    title: text.describe('One line, shown in lists.'),
    about: text.describe('What happens and what it represents, in a few sentences.'),
    seed: text
      .optional()
      .describe(
        'Makes random choices repeatable: which reports need a moderator, which faults with a probability apply.',
      ),
    settings: settings
      .optional()
      .describe(
        'Live options, as on the command line (5s, 10MiB) or in the library. Options given at startup take precedence.',
      ),
    pilots: listOf(accountCalls['pilots.add'].input, 'a list of pilots')
      .optional()
      .describe('Replace the initial ones.'),
    applications: listOf(accountCalls['applications.add'].input, 'a list of applications')
      .optional()
      .describe('Replace the initial ones.'),
    flights: listOf(flight, 'a list of flights')
      .optional()
      .describe('Existing flights, oldest first; the first has the ID 4700. As for flights.add, with count and ago.'),
    faults: listOf(newFaultSchema, 'a list of faults')
      .optional()
      .describe('Faults from the start, as for faults.add; later ones are steps.'),
    // The call itself accepts any name and reports each wrong one.
    steps: listOf(stepSchema({ ...stepInputs, 'settings.change': settings }), 'a list of steps').describe(
      'Calls with the time when they are due, in any order.',
    ),
  });
}

/** `call` discriminates the steps; `with` is optional if the call needs no input. */
function stepSchema(inputs: Readonly<Record<string, z.ZodType>>) {
  const calls = Object.keys(inputs).join(', ');
  const [first, ...others] = Object.entries(inputs).map(([name, input]) =>
    members({
      at: duration.describe('Time after the start, on the emulator’s clock.'),
      call: z.literal(name),
      with: input.safeParse({}).success ? input.optional() : input,
      message: text.optional().describe('What happens.'),
    }),
  );
  return z.discriminatedUnion('call', [first!, ...others], {
    error: ({ code }) => (code === 'invalid_union' ? `one of ${calls}` : 'an object with at, call, with, message'),
  });
}
