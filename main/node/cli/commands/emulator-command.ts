// `pilot-companion emulator`: runs the emulator's own command, without the core that the demo loads.
import { runEmulatorCommand } from '../../../../emulator/cli/command.ts';
import { processIo } from '../../../../emulator/cli/process-io.ts';
import type { Given } from './command.ts';

export function runEmulator({ args, stop }: Given): Promise<number> {
  const ending = new AbortController();
  if (stop.aborted) ending.abort();
  stop.addEventListener('abort', () => ending.abort(), { once: true });
  return runEmulatorCommand(args, processIo(process, ending));
}
