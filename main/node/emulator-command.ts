// `pilot-companion emulator`: the emulator's own command, with its own options (emulator/command.ts).
export { runEmulatorCommand } from '../../emulator/command.ts';
export { processIo } from '../../emulator/process-io.ts';
