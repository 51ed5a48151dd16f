// From a name, a file or a value to a scenario that can be played, or to one sentence that says what is wrong and where.
// The scenarios that come with the emulator lie beside this folder, in scenarios/: whoever bundles it must bring that
// folder along.

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { errorMessage } from '../options/input-schemas.ts';
import { EmulatorError } from '../emulator-error.ts';
import type { ScenarioDocument, ScenarioSchema } from './scenario-schema.ts';
import { isDiagnostics, replayOf } from './replay.ts';
import { readScenarioText, TextMistake } from './scenario-text.ts';
import type { ReadText } from './scenario-text.ts';

export interface Scenario {
  /** Of the file, without its ending; `scenario` where it came as a value. */
  name: string;
  document: ScenarioDocument;
}

const folder = fileURLToPath(new URL('../scenarios/', import.meta.url));

/** The names of the scenarios that come with the emulator; none where whoever bundled it has left the folder out. */
export async function builtInNames(): Promise<string[]> {
  const files = existsSync(folder) ? await readdir(folder) : [];
  return files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => basename(file, '.yaml'))
    .toSorted();
}

/** A word names a scenario that comes with the emulator; what has a dot or a slash in it is a file. */
const isName = (nameOrFile: string): boolean => !/[./\\]/.test(nameOrFile);

/** Rejects with an `EmulatorError` where there is no such scenario, or it cannot be played. */
export async function loadScenario(nameOrFile: string, schema: ScenarioSchema): Promise<Scenario> {
  const otherwise = '; a file is named with its ending, .yaml, .yml or .json';
  return isName(nameOrFile) ? loadBuiltIn(nameOrFile, schema, otherwise) : loadFile(nameOrFile, schema);
}

/** Never a file of somebody's choice. */
export async function loadBuiltIn(name: string, schema: ScenarioSchema, otherwise = ''): Promise<Scenario> {
  const names = await builtInNames();
  if (!names.includes(name)) {
    throw new EmulatorError(
      'unknown',
      `There is no scenario “${name}”. These come with the emulator: ${names.join(', ') || 'none'}${otherwise}.`,
    );
  }
  return loadFile(`${folder}${name}.yaml`, schema);
}

/** A scenario that is given as a value. Throws an `EmulatorError` where it cannot be played. */
export function readScenario(value: unknown, schema: ScenarioSchema): Scenario {
  return { name: 'scenario', document: parseScenario({ value, lineOf: () => null }, schema, 'as given') };
}

const formats = new Map<string, 'yaml' | 'json'>([
  ['.yaml', 'yaml'],
  ['.yml', 'yaml'],
  ['.json', 'json'],
]);

async function loadFile(path: string, schema: ScenarioSchema): Promise<Scenario> {
  const ending = extname(path);
  const format = formats.get(ending.toLowerCase());
  if (format === undefined) {
    throw new EmulatorError('option', `A scenario is a file that ends in .yaml, .yml or .json; ${path} does not.`);
  }
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new EmulatorError('option', `The scenario ${path} cannot be read: ${reasonOf(cause)}.`, cause);
  });
  const read = await readScenarioText(text, format).catch((cause: unknown) => {
    throw cause instanceof TextMistake ? refusalOf(path, cause.message) : cause;
  });
  return { name: basename(path, ending), document: parseScenario(read, schema, path) };
}

function parseScenario(text: ReadText, schema: ScenarioSchema, where: string): ScenarioDocument {
  const { value, lineOf } = isDiagnostics(text.value) ? replayed(text.value, where) : text;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = deepest(parsed.error.issues[0]!);
  const line = lineOf(issue.path);
  const sentence = errorMessage('a scenario', issue, value).replace(/\.$/, '');
  throw refusalOf(where, `${sentence}${line === null ? '' : ` (line ${line})`}`);
}

/** A diagnostics file is played as what it tells. */
function replayed(value: unknown, where: string): ReadText {
  const replay = replayOf(value);
  if ('message' in replay) throw refusalOf(where, replay.message);
  return { value: replay.document, lineOf: () => null };
}

/** Of the ways in which a choice does not fit, the one that came furthest: it is what was meant. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const within = issue.code === 'invalid_union' ? issue.errors.flatMap(([first]) => first ?? []) : [];
  const [furthest] = within
    .map((inner) => deepest({ ...inner, path: [...issue.path, ...inner.path] }))
    .toSorted((left, right) => right.path.length - left.path.length);
  return furthest !== undefined && furthest.path.length > issue.path.length ? furthest : issue;
}

/** One sentence, whatever was wrong. */
export const refusalOf = (where: string, message: string): EmulatorError =>
  new EmulatorError('option', `The scenario ${where} cannot be played: ${message}.`);

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));
