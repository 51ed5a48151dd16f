// The steps of the database, oldest first; `user_version` is how many were run. The first makes the whole schema. There
// is no release yet: until then schema.ts is edited in place. Afterwards a change is a step behind it, and one that has
// been released is never edited.
import { schema } from './schema.ts';

export const migrations: readonly string[] = [schema];
