// Resolves the options against the defaults in option-table.ts, and parses their values.

import { z } from 'zod';
import type { EmulatorClock } from '../clock/clock.ts';
import { asGiven, EmulatorError } from '../emulator-error.ts';
import { isObject } from '../http/json.ts';
import { meant } from './did-you-mean.ts';
import { expectation, isAllowed, readValue } from './option-kinds.ts';
import type { OptionRow, OptionValue } from './option-kinds.ts';
import { type EmulatorSettings, liveNames, optionTable, type OptionName, optionNames } from './option-table.ts';

/** Durations and sizes are numbers of milliseconds and bytes, or texts such as `5s` and `10MiB`. */
type GivenSettings = {
  [name in OptionName]?: (typeof optionTable)[name]['kind'] extends 'duration' | 'size'
    ? EmulatorSettings[name] | string
    : EmulatorSettings[name];
};

export type EmulatorOptions = {
  /**
   * `system` (the default) follows the machine's time; `virtual` is frozen until `clock.advance`. Pass your own clock
   * to share one time between several emulators, or between an emulator and its client.
   */
  clock?: 'system' | 'virtual' | EmulatorClock;
  /** Called with every secret that is issued or sent, in plain text, for tests that search for leaked secrets. */
  onSecret?: (secret: SeenSecret) => void;
} & GivenSettings;

/** Throws an `EmulatorError` for an unknown option or an invalid value. */
export function settingsFrom(options: EmulatorOptions): EmulatorSettings {
  checkKind('options', options, 'an object', isObject(options));
  checkKind('onSecret', options.onSecret, 'a function', typeof (options.onSecret ?? checkKind) === 'function');
  for (const name of Object.keys(options)) {
    if (name !== 'clock' && name !== 'onSecret' && !Object.hasOwn(optionTable, name)) {
      throw new EmulatorError(
        'option',
        `Unknown option ${name}${meant(name, optionNames)}; the options are ${optionNames.join(', ')}.`,
      );
    }
  }
  const chosen = optionNames.map((name) => {
    const given = options[name] ?? null;
    return [name, given === null ? optionTable[name].default : readGiven(name, given)] as const;
  });
  const settings = Object.fromEntries(chosen) as unknown as EmulatorSettings;
  return { ...settings, ...switchesByMode(settings) };
}

/** For callers without types. */
function checkKind(name: string, given: unknown, expected: string, isRight: boolean): void {
  if (!isRight) throw new EmulatorError('option', `${name}: expected ${expected}, got ${asGiven(given)}.`);
}

/** Switches without a default are on in extended mode. */
function switchesByMode(settings: EmulatorSettings): Partial<EmulatorSettings> {
  const open = optionNames.filter((name) => optionTable[name].kind === 'switch' && settings[name] === null);
  return Object.fromEntries(open.map((name) => [name, settings.mode === 'extended']));
}

/** Parses the text of a flag; `null` is a flag without a value. Throws an `EmulatorError` that names the flag. */
export function parseFlagValue(name: OptionName, text: string | null): OptionValue {
  const row: OptionRow = optionTable[name];
  const value = text === null ? row.kind === 'switch' || null : readValue(row, text);
  if (value === null || !isAllowed(row, value)) {
    const got = text === null ? 'nothing' : `“${withoutCredentials(text)}”`;
    throw new EmulatorError(
      'option',
      `--${row.flag}: expected ${expectation(row, 'flag')}${meant(text, row.choices ?? [])}, got ${got}.`,
    );
  }
  return value;
}

/** Accepts a value of the library, or a text in the notation of the command line. */
export const readOption = (name: OptionName, value: unknown): OptionValue => readGiven(name, value, true);

/** @param isTextUsual whether any value may be a text; otherwise only a duration and a size */
function readGiven(name: OptionName, given: unknown, isTextUsual = false): OptionValue {
  const row: OptionRow = optionTable[name];
  const isText = typeof given === 'string' && (isTextUsual || row.kind === 'duration' || row.kind === 'size');
  const value = isText ? readValue(row, given) : given;
  if (isAllowed(row, value)) return value as OptionValue;
  const expected = expectation(row, isText ? 'flag' : 'value');
  const otherwise = isTextUsual && !isText && row.flag !== undefined ? `, or a text as for --${row.flag}` : '';
  const shown = typeof given === 'string' ? withoutCredentials(given) : given;
  throw new EmulatorError(
    'option',
    `${name}: expected ${expected}${meant(given, row.choices ?? [])}${otherwise}, got ${asGiven(shown)}.`,
  );
}

/** Of each option that can be changed at run time. */
export function settingSchemas() {
  return Object.fromEntries(liveNames.map((name) => [name, settingSchema(optionTable[name])]));
}

/** Accepts the notation of the command line and that of the library. */
function settingSchema(row: OptionRow) {
  const inLibrary = expectation(row, 'value');
  const isQuantity = row.kind === 'duration' || row.kind === 'size';
  const expected = isQuantity ? `${expectation(row, 'flag')}, or ${inLibrary}` : inLibrary;
  const error = ({ input }: { input?: unknown }) => `${expected}${meant(input, row.choices ?? [])}`;
  const isNumber = typeof row.default === 'number';
  const ofKind = row.kind === 'choice' ? z.enum(row.choices ?? []) : row.kind === 'text' ? z.string() : z.boolean();
  return z
    .union([isNumber ? z.number() : ofKind, z.string()], { error })
    .refine((value) => isAllowed(row, typeof value === 'string' ? readValue(row, value) : value), { error })
    .optional()
    .describe(row.help);
}

/** Of a URL; messages may end up in a log. */
const withoutCredentials = (text: string): string => text.replace(/\/\/[^/?#]*@/, '//…@').replace(/[?#].*$/s, '…');

// A secret that went over the wire, as passed to `onSecret`.

export type SeenSecret = {
  kind: (typeof inForms)[number] | 'cookie' | 'control_token' | 'page_key';
  value: string;
};

export const inForms = [
  'code',
  'access_token',
  'refresh_token',
  'client_secret',
  'code_verifier',
  'state',
  'form_token',
] as const;
