// Import this first in an entry. SIGUSR1 would open Node's inspector, whose targets every user of the computer can
// list; a listener replaces that. `--disable-sigusr1` does the same earlier, where Node knows it.

process.on('SIGUSR1', () => {});
