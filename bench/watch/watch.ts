// `npm run bench -- watch`: how soon a big folder is watched and at what cost, and how soon a new file is saved.

import type { Benchmark } from '../harness/benchmark.ts';
import { bigFolderIdle, bigFolderStart } from './big-folder.ts';
import { lastByteToJob } from './to-job.ts';

export const watch: Benchmark = {
  name: 'watch',
  about: 'how soon and in how much memory 50,000 files are watched, and how soon a new file is saved',
  parts: {
    start: bigFolderStart,
    latency: lastByteToJob,
    idle: bigFolderIdle,
  },
};
