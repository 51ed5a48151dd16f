// The parts of the emulator's benchmark.

import type { Benchmark } from '../harness/benchmark.ts';
import { largeWorld } from './large-world.ts';
import { lives } from './lives.ts';
import { refreshAgainstFastify, refreshAgainstOidcProvider, refreshWatched } from './refresh.ts';
import { start } from './start.ts';
import { upload, uploadMemory } from './upload.ts';

export const emulator: Benchmark = {
  name: 'emulator',
  about: 'the emulator against bare Fastify, oidc-provider and itself with a large world',
  parts: {
    refresh: refreshAgainstFastify,
    'refresh-oidc': refreshAgainstOidcProvider,
    'refresh-watched': refreshWatched,
    upload,
    memory: uploadMemory,
    start,
    'large-world': largeWorld,
    lives,
  },
};
