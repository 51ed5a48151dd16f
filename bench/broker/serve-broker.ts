// The broker as its process creates it. Its log is written, and discarded.

import { createWriteStream } from 'node:fs';
import { devNull } from 'node:os';
import { createBroker } from '../../broker/broker.ts';
import type { Configuration } from '../../broker/configuration.ts';
import { given, isReady } from '../harness/serving.ts';

const app = createBroker(given() as Configuration, {
  logger: { level: 'info', base: null, stream: createWriteStream(devNull) },
});
isReady({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
