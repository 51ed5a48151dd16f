// The small print under a failure: whose code it is. The companion's own marks say nothing to a person and are left out.
import { words } from '../words/words.ts';

const ownMarks: ReadonlySet<string> = new Set([
  'rescued',
  'damaged',
  'busy',
  'older_version_open',
  'full',
  'read-only',
  'disk',
]);

/** null: nothing to print. */
export function codeWords(code: string): string | null {
  if (ownMarks.has(code)) return null;
  const isOfThisComputer = /^(E[A-Z0-9]{2,}|UND_ERR_\w+|ERR_\w+|SQLITE\w*)\b/.test(code);
  return isOfThisComputer ? words.systemCode(code) : words.code(code);
}
