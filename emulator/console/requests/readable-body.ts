// A body as it is read best: JSON with its lines, a form with a parameter on each, everything else as it is.
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
