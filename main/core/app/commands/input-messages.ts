// The message for an input that a schema has rejected.
import { inputMessageIn } from '../../../messages/input-issue.ts';
import { message, type Message } from '../../../messages/message.ts';

/** The part of an issue of Zod's that is used. */
type Issue = {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Enumerations only. */
  readonly values?: readonly unknown[];
};

/** What is wrong with an input: the schema's own message if it has one. */
export function inputMessage(issues: readonly Issue[]): Message {
  for (const issue of issues) {
    const own = inputMessageIn(issue.message);
    if (own !== null) return own;
  }
  const [first] = issues;
  const field = first?.path.map(String).join('.') ?? '';
  const values = first?.values?.map(String) ?? [];
  if (field === '') return message('input.invalid');
  return values.length === 0 ? message('input.invalidField', { field }) : message('input.notOneOf', { field, values });
}
