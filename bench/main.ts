// The process around the benchmarks.

import { runBenchCommand } from './command.ts';
import { emulator } from './emulator/emulator.ts';
import { pinLoad } from './harness/pinning.ts';

process.exitCode = await runBenchCommand(process.argv.slice(2), {
  benchmarks: [emulator],
  pin: pinLoad,
  out: (text) => void process.stdout.write(text),
});
