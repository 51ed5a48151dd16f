// The process of the benchmarks.

import { runBenchCommand } from './command.ts';
import { emulator } from './emulator/emulator.ts';
import { intake } from './intake/intake.ts';
import { logbook } from './logbook/logbook.ts';
import { pinLoad } from './harness/pinning.ts';
import { memory } from './memory/memory.ts';
import { start } from './start/start.ts';
import { pacing } from './pacing/pacing.ts';
import { watch } from './watch/watch.ts';

process.exitCode = await runBenchCommand(process.argv.slice(2), {
  benchmarks: [emulator, intake, logbook, pacing, memory, start, watch],
  pin: pinLoad,
  out: (text) => void process.stdout.write(text),
});
