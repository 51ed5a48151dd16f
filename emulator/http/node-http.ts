// `node:http` without Node's own undici. An import reads every property of the module, one of which loads undici: that
// would be a fifth of the start.

import { createRequire } from 'node:module';
import type * as NodeHttp from 'node:http';

const nodeHttp = createRequire(import.meta.url)('node:http') as typeof NodeHttp;

export const { METHODS, STATUS_CODES, validateHeaderName, validateHeaderValue } = nodeHttp;
