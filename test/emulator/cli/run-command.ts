import { runEmulatorCommand } from '../../../emulator/cli/command.ts';
import type { EmulatorCommandIo } from '../../../emulator/cli/command.ts';

/** Runs the command to its end; `during` runs while it serves. */
export async function run(
  argv: readonly string[],
  { during, ...place }: Partial<EmulatorCommandIo> & { during?: (ready: string) => Promise<unknown> } = {},
) {
  let out = '';
  let err = '';
  const ending = new AbortController();
  let isReady = false;
  const running = runEmulatorCommand(argv, {
    name: 'pilot-companion-emulator',
    out(text) {
      out += text;
      if (isReady) return;
      isReady = true;
      void (during?.(text) ?? Promise.resolve()).finally(() => ending.abort());
    },
    err: (text) => void (err += text),
    isBehind: () => false,
    isOutTerminal: false,
    isErrTerminal: false,
    hasColors: false,
    open: () => {},
    stop: ending.signal,
    ...place,
  });
  return { code: await running, out, err };
}
