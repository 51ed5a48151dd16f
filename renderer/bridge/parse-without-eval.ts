// The page's policy allows no code made of text; zod's compiled parsers would try, and the try is noted as a breach.
// Imported before everything else: zod looks once, where the first schema is made.
import { z } from 'zod';

z.config({ jitless: true });
