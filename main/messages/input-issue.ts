// Messages of schemas for input that a pilot writes. Zod's issues carry text, so a message goes through them as JSON.
import { messageSchema, type Message } from './message.ts';

/** The issue for a schema: `z.string().min(1, issueOf(message('input.patternEmpty')))`. */
export const issueOf = (message: Message): string => JSON.stringify(message);

/** The message in the text of an issue; null where Zod wrote it itself. */
export function inputMessageIn(issue: string): Message | null {
  if (!issue.startsWith('{')) return null;
  try {
    return messageSchema.parse(JSON.parse(issue));
  } catch {
    return null;
  }
}
