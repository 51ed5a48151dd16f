#!/usr/bin/env node
// The process around the command: arguments, streams, signals, exit code.

import './cli/inspector-signal.ts';
import { runEmulatorCommand } from './cli/command.ts';
import { processIo } from './cli/process-io.ts';

const ending = new AbortController();
// Once: it ends in order. Twice: at once.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => ending.abort());

// The package's program is called `pilot-companion`, as the whole companion's is: the word after it may be left out.
const [first, ...rest] = process.argv.slice(2);
const argv = first === 'emulator' ? rest : process.argv.slice(2);
process.exitCode = await runEmulatorCommand(argv, processIo(process, ending));
