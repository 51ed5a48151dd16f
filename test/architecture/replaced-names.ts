// Names that the project has replaced by standard terms (docs/glossary.md), so that they do not come back.
import { posix } from 'node:path';
import { parseSync } from 'vite';

/** Words of a name, and what to use instead. Only words without another, ordinary meaning in code. */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/\b(afresh|anew)\b/, 'again, reload or reset'],
  [/\bamiss\b/, 'invalid'],
  [/\bdepart(s|ed|ing)\b/, 'upload, uploaded or uploading'],
  [/\bdesks?\b/, 'a name for what it holds, such as account workers'],
  [/\bdoubt(s|ful)?\b/, 'outcomeUnknown or unconfirmed'],
  [/\bhand(s|ed|ing)? (on|over)\b/, 'add or transfer'],
  [/\bhappenings?\b/, 'history'],
  [/\bin turns?\b/, 'serial queue or runExclusive'],
  [/\bknocks?\b/, 'request'],
  [/\bmend(s|ed)?\b/, 'fix, recover or resolve'],
  [/\bmoments?\b/, 'time, dateTime or context'],
  [/\bnameless\b/, 'anonymize'],
  [/\bpictures?\b/, 'image'],
  [/\bput away\b/, 'filing, or dismissed'],
  [/\brosters?\b/, 'accounts'],
  [/\bseats?\b/, 'slot'],
  [/\bsettled at\b/, 'completedAt'],
  [/\bshel(f|ves)\b/, 'ring buffer or cache'],
  [/\bspoilt\b/, 'failed'],
  [/\bstations?\b/, 'profile runtime'],
  [/\b(story|stories)\b/, 'history or explanation'],
  [/\bstrangers?\b/, 'unauthenticated client'],
  [/\bstumbles?\b/, 'consecutiveErrors'],
  [/\b(tell|tells|told)\b/, 'notify, send or report'],
  [/\btraffic\b/, 'request scheduler'],
  [/\btroubles?\b/, 'error, failure or outage'],
  [/\bwh(o|at)ever\b/, 'who, what or any'],
];

/** Folders in which a word has its ordinary meaning: the seats of an aircraft, and network traffic. */
const ordinary: readonly (readonly [RegExp, RegExp])[] = [
  [/^(test\/)?emulator\/flights\//, /\bseats?\b/],
  [/^emulator\/record\//, /\btraffic\b/],
];

/** Keys that an earlier version stored, which are read and migrated. */
const stored: Readonly<Record<string, readonly string[]>> = {
  'main/core/account/tokens/token-store.ts': ['renewalsInDoubt', 'inDoubtSince'],
  'main/core/storage/files/attempt-journal.ts': ['departed'],
};

/** A message for each replaced word in a file's name or in one of its identifiers. */
export function replacedNames(path: string, source: string): string[] {
  const names = identifiersIn(path, source);
  for (const name of stored[path] ?? []) names.delete(name);
  return [posix.basename(path).replace(/\.[.\w]+$/, ''), ...names].flatMap((name) => {
    const words = ordinary.reduce(
      (rest, [folder, word]) => (folder.test(path) ? rest.replace(word, '') : rest),
      wordsOf(name),
    );
    const found = replaced.find(([pattern]) => pattern.test(words));
    return found ? [`${path}: ${name} has a name that was replaced. Use ${found[1]} (docs/glossary.md).`] : [];
  });
}

/** `lookedAt`, `LOOKED_AT` and `looked-at` are all `looked at`. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_$#.]+/g, ' ')
    .toLowerCase();

function identifiersIn(path: string, source: string): Set<string> {
  const words = wordsOf(source);
  // Parsing is slow, and most files have none of the words, not even in a comment.
  if (!replaced.some(([pattern]) => pattern.test(words))) return new Set();
  const parsed = parseSync(path, source);
  const [problem] = parsed.errors;
  if (problem) throw new Error(`${path}: ${problem.message}`);
  const found = new Set<string>();
  function visit(value: unknown) {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const { type, name } = value as { readonly type?: unknown; readonly name?: unknown };
    if ((type === 'Identifier' || type === 'PrivateIdentifier') && typeof name === 'string') found.add(name);
    Object.values(value).forEach(visit);
  }
  visit(parsed.program);
  return found;
}
