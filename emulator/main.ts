// The process around the command: arguments, streams, signals, exit code.

import { runEmulatorCommand } from './command.ts';

const ending = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort());

process.exitCode = await runEmulatorCommand(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(text),
  stop: ending.signal,
});
