// A process that watches one folder by the real clock and prints each file it adds: `BYTES NAME`.
import { readFileSync } from 'node:fs';
import { systemClock } from '../../../../main/core/platform/system-clock.ts';
import { imageRules } from '../../../../main/core/uploads/image/image-check.ts';
import { createFolderWatch } from '../../../../main/core/watch/folder-watch.ts';
import { createMemoryLedger } from '../memory-ledger.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const silent = () => {};

const folder = { id: 'folder', path: process.argv[2]!, isFirstScan: true };
const watch = createFolderWatch(folder, {
  clock: systemClock,
  log: { debug: silent, info: silent, warn: silent, error: (message) => say(message) },
  ledger: createMemoryLedger(),
  imageRules,
  async add({ path, name }) {
    say(`${readFileSync(path).length} ${name}`);
    return { outcome: 'added', message: null, sha256: null };
  },
  events: { onFirstScanDone: silent, onChange: silent },
});
await watch.rescan();
say('watching');
// Runs until its standard input is closed.
process.stdin.on('end', () => process.exit()).resume();
