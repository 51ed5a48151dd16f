// `npm run bench -- watch`: how soon a big folder is watched and what that costs, and how soon a new file is safe.

import type { Benchmark } from '../harness/benchmark.ts';
import { bigFolderBurst, bigFolderIdle, bigFolderStart } from './big-folder.ts';
import { allArriveWhole, lastByteToJob } from './to-job.ts';

export const watch: Benchmark = {
  name: 'watch',
  about: 'How soon and in how much memory 50,000 files are watched, and how soon a new file is safe, and whole.',
  parts: {
    start: bigFolderStart,
    latency: lastByteToJob,
    whole: allArriveWhole,
    burst: bigFolderBurst,
    idle: bigFolderIdle,
  },
};
