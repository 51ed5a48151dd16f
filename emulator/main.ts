#!/usr/bin/env node
// The process around the command: arguments, streams, signals, exit code.

import './cli/inspector-signal.ts';
import { runEmulatorCommand } from './cli/command.ts';
import { processIo } from './cli/process-io.ts';

const ending = new AbortController();
// The first signal stops it cleanly, the second immediately.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => ending.abort());

process.exitCode = await runEmulatorCommand(process.argv.slice(2), processIo(process, ending));
