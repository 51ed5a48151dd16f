// The public keys of updates in the packed package.json. On its own: read at each start, without a parser of YAML.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const keysSchema = z.object({ updateKeys: z.array(z.base64().min(1)).min(1).max(3) });

/** `app`: the folder or the archive of the app, absolute. Empty if it was built without keys. */
export function keysIn(app: string): readonly string[] {
  try {
    const read = keysSchema.safeParse(JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')));
    return read.data?.updateKeys ?? [];
  } catch {
    return [];
  }
}
