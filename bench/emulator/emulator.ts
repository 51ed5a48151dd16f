// The parts of the emulator's benchmark.

import type { Benchmark } from '../harness/benchmark.ts';
import { refresh } from './refresh.ts';
import { start } from './start.ts';
import { upload } from './upload.ts';

export const emulator: Benchmark = {
  name: 'emulator',
  about: 'the emulator against bare Fastify and oidc-provider',
  parts: {
    refresh,
    upload,
    start,
  },
};
