// A program: reports which presets of a folder can't be used, and exits with 1 then. Packages are built with it.
import { readPresetFolder } from '../core/settings/presets.ts';
import { terminalText } from './cli/terminal/output.ts';
import { text } from './host/text.ts';

const { failures } = await readPresetFolder(process.argv[2] ?? '.');
for (const failure of failures) console.error(terminalText(text(failure.message)));
process.exitCode = failures.length === 0 ? 0 : 1;
