// The rules of one watched folder: what the pilot chose for what appears in it. Stored with the folder as one document.
import * as z from 'zod/mini';
import { message } from '../messages/message.ts';
import { issueOf } from '../messages/input-issue.ts';

const MAX_PATTERNS = 30;
const MAX_PATTERN = 200;

/** A pattern for names (a glob): `*`, `?`, `[…]`, `{a,b}`. Upper and lower case are the same. */
const namePatternSchema = z.string().check(
  z.trim(),
  z.minLength(1, issueOf(message('input.patternEmpty'))),
  z.maxLength(MAX_PATTERN, issueOf(message('input.patternTooLong', { most: MAX_PATTERN }))),
  z.refine((text) => !/[/\\]/.test(text), {
    message: issueOf(message('input.patternHasFolder')),
  }),
  z.refine(isClosed, {
    message: issueOf(message('input.patternBracketOpen')),
  }),
);

export const namePatternsSchema = z
  .array(namePatternSchema)
  .check(
    z.minLength(1, issueOf(message('input.patternsMissing'))),
    z.maxLength(MAX_PATTERNS, issueOf(message('input.tooManyPatterns', { most: MAX_PATTERNS }))),
  );

/** What becomes of the pilot's own file once its report is with the service. */
export const afterUploadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('leave') }),
  z.object({
    kind: z.literal('move'),
    /** A whole path, or a name that makes a folder inside the watched one. */
    to: z.string().check(
      z.trim(),
      z.minLength(1, issueOf(message('input.targetMissing'))),
      z.maxLength(4096, issueOf(message('input.targetTooLong'))),
      z.refine((text) => !text.includes('\0'), {
        message: issueOf(message('input.targetHasNull')),
      }),
    ),
  }),
  z.object({ kind: z.literal('bin') }),
]);
export type AfterUpload = z.infer<typeof afterUploadSchema>;

export const folderRulesSchema = z.object({
  names: namePatternsSchema,
  afterUpload: afterUploadSchema,
  /** Each picture waits for the pilot's word before it is sent. */
  approval: z.boolean(),
});
export type FolderRules = z.infer<typeof folderRulesSchema>;

/** Every picture, sent as soon as it can be, left where it is. */
export const defaultRules: FolderRules = { names: ['*'], afterUpload: { kind: 'leave' }, approval: false };

/** A change names only what changes. */
export const folderRulesChangeSchema = z.partial(folderRulesSchema);
export type FolderRulesChange = z.infer<typeof folderRulesChangeSchema>;

const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' };

/** A glob with a bracket left open matches nothing and says nothing of it. */
function isClosed(pattern: string): boolean {
  const open: string[] = [];
  for (const sign of pattern) {
    const inClass = open.at(-1) === ']';
    if (inClass ? sign === ']' : sign === open.at(-1)) open.pop();
    else if (!inClass && closing[sign] !== undefined) open.push(closing[sign]);
  }
  return open.length === 0;
}
