// Removes names from diagnostics: the home folder becomes `~`, names of users, computer and pilots become placeholders.
// Secrets are removed by redact.ts.
import { hostname, userInfo } from 'node:os';
import { homeDir } from '../files/home-dir.ts';

export type Names = {
  readonly home: string;
  readonly user: string;
  readonly computer: string;
  readonly pilots: readonly string[];
};

/** For this computer and these pilots. */
export function namesHere(pilots: readonly string[]): Names {
  return { home: homeDir(), user: userName(), computer: hostname(), pilots };
}

/** Copies a JSON value without names in its texts and keys. */
export function anonymize<T>(value: T, names: Names): T {
  const rules = rulesFor(names);
  const clean = (text: string) => rules.reduce((result, [pattern, word]) => result.replace(pattern, word), text);
  return mapTexts(value, clean) as T;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((member) => mapTexts(member, change));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), mapTexts(member, change)]));
}

function rulesFor({ home, user, computer, pilots }: Names): [RegExp, string][] {
  const rules: [RegExp, string][] = [];
  // Windows writes the same path with both separators, and in any case.
  if (home.length > 1) {
    const eitherWay = escaped(home).replaceAll(/\\\\|\//g, String.raw`[\\/]`);
    rules.push([new RegExp(String.raw`${eitherWay}(?![\p{L}\p{N}_-])`, 'giu'), '~']);
  }
  // Where a path contains the user's name elsewhere: /run/media/NAME/stick.
  if (user.length > 1) rules.push([new RegExp(String.raw`(?<=[\\/])${escaped(user)}(?=[\\/]|$)`, 'giu'), '(user)']);
  // The longest first: one name may begin with another.
  const message = [[computer, '(this computer)'] as const, ...pilots.map((pilot) => [pilot, '(pilot)'] as const)];
  for (const [name, word] of message.toSorted(([one], [other]) => other.length - one.length))
    if (isTelling(name)) rules.push([whole(name), word]);
  return rules;
}

/** A name of one or two letters occurs in every text. */
const isTelling = (name: string) => name.trim().length > 2 && name !== 'localhost';
const whole = (name: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(name)}(?![\p{L}\p{N}])`, 'gu');
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // An account without an entry has no name to hide.
    return '';
  }
}
