// The content security policy forbids eval, which zod's compiled parsers try. Imported first, because zod decides when
// the first schema is created.
import * as z from 'zod/mini';

z.config({ jitless: true });
