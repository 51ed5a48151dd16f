// `pilot-companion emulator`: the emulator's own command, with its own options (emulator/command.ts).
export { runEmulatorCommand } from '../../emulator/command.ts';
