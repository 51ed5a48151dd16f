// Import this first in an entry. SIGUSR1 would open Node's inspector, whose list of targets every user of the computer may
// read; a listener takes its place. `--disable-sigusr1` does the same from the first moment, in a Node that knows it.
import process from 'node:process';

process.on('SIGUSR1', () => {});
