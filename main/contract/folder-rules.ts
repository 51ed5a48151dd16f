// The rules of one watched folder, stored with the folder as one document.
import * as z from 'zod/mini';
import { message } from '../messages/message.ts';
import { issueOf } from '../messages/input-issue.ts';

const maxPatterns = 30;
const maxPattern = 200;

/** A pattern for names (a glob): `*`, `?`, `[…]`, `{a,b}`. Case-insensitive. */
const namePatternSchema = z.string().check(
  z.trim(),
  z.minLength(1, issueOf(message('input.patternEmpty'))),
  z.maxLength(maxPattern, issueOf(message('input.patternTooLong', { most: maxPattern }))),
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
    z.maxLength(maxPatterns, issueOf(message('input.tooManyPatterns', { most: maxPatterns }))),
  );

/** What happens to the pilot's own file after its report is uploaded. */
export const afterUploadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('leave') }),
  z.object({
    kind: z.literal('move'),
    /** An absolute path, or the name of a folder inside the watched one. */
    to: z.string().check(
      z.trim(),
      z.minLength(1, issueOf(message('input.targetMissing'))),
      z.maxLength(4096, issueOf(message('input.targetTooLong'))),
      z.refine((text) => !text.includes('\0'), {
        message: issueOf(message('input.targetHasNull')),
      }),
    ),
  }),
  z.object({ kind: z.literal('trash') }),
]);
export type AfterUpload = z.infer<typeof afterUploadSchema>;

/**
 * An image with hardly any text is hardly a report page. `advise`: it uploads like the others, and the report says so.
 * `hold`: it waits for approval, as does one that can't be checked. `off`: images aren't looked at.
 */
export const withoutTextRules = ['advise', 'hold', 'off'] as const;
export type WithoutText = (typeof withoutTextRules)[number];
/** Off: the check finds fewer pictures than it should (0044). */
export const defaultWithoutText: WithoutText = 'off';

/** Whether an image waits for approval because of this rule. `lacksText`: null if that is unknown. */
export const isHeldForText = (
  { withoutText = defaultWithoutText }: Pick<FolderRules, 'withoutText'>,
  lacksText: boolean | null,
): boolean => withoutText === 'hold' && lacksText !== false;

export const folderRulesSchema = z.object({
  names: namePatternsSchema,
  afterUpload: afterUploadSchema,
  /** Each image waits for the pilot's approval. */
  approval: z.boolean(),
  /** What happens to an image with hardly any text; absent: `defaultWithoutText`. */
  withoutText: z.optional(z.enum(withoutTextRules)),
  /** Id of the account whose reports its files become; absent: of the pilot who is shown. */
  pilot: z.optional(z.nullable(z.int())),
  /** The folder's display name, if it differs from its own: many folders are named "screenshots". */
  label: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
});
export type FolderRules = z.infer<typeof folderRulesSchema>;

/** Every image is uploaded as soon as possible, and the file is left in place. */
export const defaultRules: FolderRules = { names: ['*'], afterUpload: { kind: 'leave' }, approval: false };

/** A change names only what changes. */
export const folderRulesChangeSchema = z.partial(folderRulesSchema);
export type FolderRulesChange = z.infer<typeof folderRulesChangeSchema>;

const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' };

/** A glob with an unclosed bracket would silently match nothing. */
function isClosed(pattern: string): boolean {
  const open: string[] = [];
  for (const sign of pattern) {
    const inClass = open.at(-1) === ']';
    if (inClass ? sign === ']' : sign === open.at(-1)) open.pop();
    else if (!inClass && closing[sign] !== undefined) open.push(closing[sign]);
  }
  return open.length === 0;
}

/** A folder of screenshots that is on this computer and not watched. */
export const suggestedFolderSchema = z.object({
  path: z.string(),
  /** Whose screenshots they are: `X-Plane 12`. Null for the system's own folder. */
  program: z.nullable(z.string()),
  /** Patterns for its rules, if the folder has other images as well. */
  names: z.nullable(z.array(z.string())),
  /** Screenshots of anything: each had better wait for the pilot's approval. */
  approval: z.boolean(),
  images: z.number(),
  /** When the newest was written, epoch ms; null without any. */
  newest: z.nullable(z.number()),
});
export type SuggestedFolder = z.infer<typeof suggestedFolderSchema>;
