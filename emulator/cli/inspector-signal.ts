// Imported first. SIGUSR1 would open Node's inspector to every user of the computer; a listener disables that. A flag in the
// first line would not work, because Node 20 does not support `--disable-sigusr1`.

process.on('SIGUSR1', () => {});
