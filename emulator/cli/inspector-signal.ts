// Imported first by the program. SIGUSR1 would open Node's inspector to every user of the computer; a listener takes its
// place. No flag in the program's first line, because Node 20 does not know `--disable-sigusr1`.

import process from 'node:process';

process.on('SIGUSR1', () => {});
