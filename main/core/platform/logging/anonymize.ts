// Takes people out of what is sent to somebody: the home folder becomes `~`, the names of the user, of the computer and of
// the pilots become words. What is secret is another matter (redact.ts).
import { homedir, hostname, userInfo } from 'node:os';

export type Names = {
  readonly home: string;
  readonly user: string;
  readonly computer: string;
  readonly pilots: readonly string[];
};

/** Of this machine, for these pilots. */
export function namesHere(pilots: readonly string[]): Names {
  return { home: homedir(), user: userName(), computer: hostname(), pilots };
}

/** A copy of any JSON value whose texts, names of members too, name nobody. */
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
  // Windows writes the same path with either sign, and in any case.
  if (home.length > 1) {
    const eitherWay = escaped(home).replaceAll(/\\\\|\//g, String.raw`[\\/]`);
    rules.push([new RegExp(String.raw`${eitherWay}(?![\p{L}\p{N}_-])`, 'giu'), '~']);
  }
  // Where a path names the user elsewhere: /run/media/NAME/stick.
  if (user.length > 1) rules.push([new RegExp(String.raw`(?<=[\\/])${escaped(user)}(?=[\\/]|$)`, 'giu'), '(user)']);
  // The longest first: one may begin like another, and the rest of it would stay.
  const message = [[computer, '(this computer)'] as const, ...pilots.map((pilot) => [pilot, '(pilot)'] as const)];
  for (const [name, word] of message.toSorted(([one], [other]) => other.length - one.length))
    if (isTelling(name)) rules.push([whole(name), word]);
  return rules;
}

/** A name of one or two letters stands in every text. */
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
