// The process of the benchmarks.

import { runBenchCommand } from './command.ts';
import { emulator } from './emulator/emulator.ts';
import { intake } from './intake/intake.ts';
import { logbook } from './logbook/logbook.ts';
import { memory } from './memory/memory.ts';
import { pacing } from './pacing/pacing.ts';
import { read } from './read/read.ts';
import { start } from './start/start.ts';
import { watch } from './watch/watch.ts';

const benchmarks = [emulator, intake, logbook, pacing, memory, read, start, watch];
process.exitCode = await runBenchCommand(process.argv.slice(2), benchmarks, (text) => void process.stdout.write(text));
