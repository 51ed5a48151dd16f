// `pilot-companion emulator`: the emulator's own command, with its own options (emulator/cli/command.ts).
export { runEmulatorCommand } from '../../emulator/cli/command.ts';
export { processIo } from '../../emulator/cli/process-io.ts';
