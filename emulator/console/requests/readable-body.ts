// Formats a body: indented JSON, forms with one parameter per line, anything else unchanged.
import type { JournalMessage } from '../../api-types.ts';

export function readableBody({ headers, body }: JournalMessage): string {
  const type = headers['content-type'] ?? '';
  const text = body ?? '';
  if (type.includes('json')) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }
  if (!type.startsWith('application/x-www-form-urlencoded')) return text;
  return [...new URLSearchParams(text)].map(([name, value]) => `${name} = ${value}`).join('\n');
}
