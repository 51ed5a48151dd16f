// Loads and validates a scenario from a name, a file or a value. The built-in scenarios are in ../scenarios; a bundle has
// to include that folder.

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { EmulatorError, reasonOf } from '../emulator-error.ts';
import { withoutMark } from '../http/visible.ts';
import { accountCalls } from '../control/accounts.ts';
import { stepInputs } from '../control/calls.ts';
import { flightSeed } from '../control/flights.ts';
import { duration as durationOf, errorMessage, listOf, members, text, wholeNumber } from '../options/input-schemas.ts';
import { meant } from '../options/did-you-mean.ts';
import { settingSchemas } from '../options/options.ts';
import { longestDurationMs } from '../options/option-kinds.ts';
import { newFaultSchema } from '../world/fault-schema.ts';
import { isDiagnostics, replayOf } from './replay.ts';

export type Scenario = {
  /** The file name without its extension; `scenario` for a value. */
  name: string;
  document: ScenarioDocument;
};

const folder = fileURLToPath(new URL('../scenarios/', import.meta.url));

/** Returns none if a bundle left the folder out. */
export async function builtInNames(): Promise<string[]> {
  const files = existsSync(folder) ? await readdir(folder) : [];
  return files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => basename(file, '.yaml'))
    .toSorted();
}

/** A name has no dot and no slash; anything else is a file. */
const isName = (nameOrFile: string): boolean => !/[./\\]/.test(nameOrFile);

/** Rejects with an `EmulatorError` if there is no such scenario, or if it is invalid. */
export async function loadScenario(nameOrFile: string, schema: ScenarioSchema): Promise<Scenario> {
  const otherwise = '. For a file, add its extension: .yaml, .yml or .json';
  return isName(nameOrFile) ? loadBuiltIn(nameOrFile, schema, otherwise) : loadFile(nameOrFile, schema);
}

/** Reads only the built-in scenarios, never another file. */
export async function loadBuiltIn(name: string, schema: ScenarioSchema, otherwise = ''): Promise<Scenario> {
  const names = await builtInNames();
  if (!names.includes(name)) {
    throw new EmulatorError(
      'unknown',
      `No scenario “${name}”${meant(name, names)}. Built-in scenarios: ${names.join(', ') || 'none'}${otherwise}.`,
    );
  }
  return loadFile(`${folder}${name}.yaml`, schema);
}

/** Validates a scenario that is given as a value. Throws an `EmulatorError`. */
export function readScenario(value: unknown, schema: ScenarioSchema): Scenario {
  return { name: unnamed, document: parseScenario({ value, lineOf: () => null }, schema, unnamed) };
}

async function loadFile(path: string, schema: ScenarioSchema): Promise<Scenario> {
  const ending = extname(path);
  if (!/^\.(?:ya?ml|json)$/i.test(ending)) {
    throw new EmulatorError('option', `A scenario file must end in .yaml, .yml or .json: ${path}.`);
  }
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new EmulatorError('option', `Can’t read the scenario ${path}: ${reasonOf(cause)}.`, cause);
  });
  const read = await readScenarioText(withoutMark(text), ending.toLowerCase() === '.json' ? 'json' : 'yaml').catch(
    (cause: unknown) => {
      throw cause instanceof ScenarioSyntaxError ? scenarioError(path, cause.message) : cause;
    },
  );
  return { name: basename(path, ending), document: parseScenario(read, schema, path) };
}

function parseScenario(text: ReadText, schema: ScenarioSchema, where: string): ScenarioDocument {
  const { value, lineOf } = isDiagnostics(text.value) ? replayed(text.value, where) : text;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = deepest(parsed.error.issues[0]!);
  const line = lineOf(issue.path);
  throw scenarioError(where, errorMessage('scenario', issue, value), line === null ? '' : ` (line ${line})`);
}

function replayed(value: unknown, where: string): ReadText {
  const replay = replayOf(value);
  if ('message' in replay) throw scenarioError(where, replay.message);
  return { value: replay.document, lineOf: () => null };
}

/** Of the mismatches of a union, the deepest one is probably the intended one. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const within = issue.code === 'invalid_union' ? issue.errors.flatMap(([first]) => first ?? []) : [];
  const [furthest] = within
    .map((inner) => deepest({ ...inner, path: [...issue.path, ...inner.path] }))
    .toSorted((left, right) => right.path.length - left.path.length);
  return furthest !== undefined && furthest.path.length > issue.path.length ? furthest : issue;
}

const unnamed = 'scenario';

/** @param where the file or the name */
export const scenarioError = (where: string, message: string, line = ''): EmulatorError => {
  const which = where === unnamed ? '' : ` ${where}`;
  return new EmulatorError('option', `Can’t run the scenario${which}: ${message.replace(/\.$/, '')}${line}.`);
};

type ReadText = {
  value: unknown;
  /** The line of a part, or of its parent if it is missing; null if unknown. */
  lineOf(path: readonly PropertyKey[]): number | null;
};

class ScenarioSyntaxError extends Error {}

export async function readScenarioText(text: string, format: 'yaml' | 'json'): Promise<ReadText> {
  return format === 'json' ? { value: parseJson(text), lineOf: () => null } : readYaml(text);
}

async function readYaml(text: string): Promise<ReadText> {
  const { LineCounter, isNode, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const [mistake] = document.errors;
  if (mistake !== undefined)
    throw new ScenarioSyntaxError(`line ${lineAt(mistake.pos[0])}: ${lowerFirst(mistake.message)}`);
  return {
    value: valueOf(document),
    lineOf(path) {
      for (let length = path.length; length > 0; length -= 1) {
        const node: unknown = document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return lineAt(node.range[0]);
      }
      return null;
    },
  };
}

/** An unresolved alias, or too many of them, fails only here. */
function valueOf(document: { toJS(): unknown }): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw new ScenarioSyntaxError(lowerFirst(reasonOf(cause)));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const [, position] = /at position (\d+)/.exec(cause instanceof Error ? cause.message : '') ?? [];
    // An error without a position is an unexpected end.
    const before = text.slice(0, position === undefined ? undefined : Number(position));
    throw new ScenarioSyntaxError(`line ${before.split('\n').length}: invalid JSON`);
  }
}

const lowerFirst = (message: string) => message.slice(0, 1).toLowerCase() + message.slice(1).replace(/\.$/, '');

// The schema of a scenario. The inputs of its steps come from the table of calls, so that a wrong step is found when the
// scenario is loaded and not when it is due.

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
  const calls = Object.keys(inputs);
  const [first, ...others] = Object.entries(inputs).map(([name, input]) =>
    members({
      at: duration.describe('Time after the start, on the emulator’s clock.'),
      call: z.literal(name),
      with: input.safeParse({}).success ? input.optional() : input,
      message: text.optional().describe('What happens.'),
    }),
  );
  return z.discriminatedUnion('call', [first!, ...others], {
    error: ({ code, input }) =>
      code === 'invalid_union'
        ? `one of ${calls.join(', ')}${meant((input as { call?: unknown }).call, calls)}`
        : 'an object with at, call, with, message',
  });
}
