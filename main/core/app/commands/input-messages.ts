// The message for an input that a schema has rejected.
import { inputMessageIn } from '../../../messages/input-issue.ts';
import { message, type Message } from '../../../messages/message.ts';

/** What is wrong with an input: the schema's own message where it has one. */
export function inputMessage(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): Message {
  for (const issue of issues) {
    const own = inputMessageIn(issue.message);
    if (own !== null) return own;
  }
  const field = issues[0]?.path.map(String).join('.') ?? '';
  return field === '' ? message('input.invalid') : message('input.invalidField', { field });
}
