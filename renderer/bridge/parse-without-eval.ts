// The content security policy forbids evaluating text, which zod's compiled parsers try. Imported first, because zod
// decides when the first schema is made.
import * as z from 'zod/mini';

z.config({ jitless: true });
