// The rules of one watched folder, stored with the folder as one document.
import { z } from 'zod';

const MAX_PATTERNS = 30;
const MAX_PATTERN = 200;

/** A pattern for names (a glob): `*`, `?`, `[…]`, `{a,b}`. Case-insensitive. */
const namePatternSchema = z
  .string()
  .trim()
  .min(1, 'A line for names is empty. Write a pattern such as report-*.png, or * for every picture.')
  .max(MAX_PATTERN, `A pattern for names has at most ${MAX_PATTERN} characters.`)
  .refine((text) => !/[/\\]/.test(text), {
    message: 'A pattern is for the name alone: leave out folders, and the signs / and \\.',
  })
  .refine(isClosed, {
    message: 'A pattern opens a bracket that it does not close: [ needs a ], { needs a } and ( needs a ).',
  });

export const namePatternsSchema = z
  .array(namePatternSchema)
  .min(1, 'Write at least one pattern for the names; * stands for every picture.')
  .max(MAX_PATTERNS, `At most ${MAX_PATTERNS} patterns fit into one folder's rule.`);

/** What becomes of the pilot's own file after its report is uploaded. */
export const afterUploadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('leave') }),
  z.object({
    kind: z.literal('move'),
    /** An absolute path, or the name of a folder inside the watched one. */
    to: z
      .string()
      .trim()
      .min(1, 'Name the folder that files are moved to once they are sent.')
      .max(4096, 'The path of that folder is too long.')
      .refine((text) => !text.includes('\0'), {
        message: 'The path of that folder holds a sign that no path may hold.',
      }),
  }),
  z.object({ kind: z.literal('trash') }),
]);
export type AfterUpload = z.infer<typeof afterUploadSchema>;

export const folderRulesSchema = z.object({
  names: namePatternsSchema,
  afterUpload: afterUploadSchema,
  /** Each image waits for the pilot's approval. */
  approval: z.boolean(),
});
export type FolderRules = z.infer<typeof folderRulesSchema>;

/** Every image is uploaded as soon as possible, and the file stays where it is. */
export const defaultRules: FolderRules = { names: ['*'], afterUpload: { kind: 'leave' }, approval: false };

/** A change names only what changes. */
export const folderRulesChangeSchema = folderRulesSchema.partial();
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
