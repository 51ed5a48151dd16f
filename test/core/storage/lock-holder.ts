// Holds a lock in a separate process until it is killed: node lock-holder.ts PATH
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { tryLock } from '../../../main/core/storage/files/lock-file.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const isHeld = tryLock(process.argv[2]!) !== null;
// Nothing refers to the lock here: it must still be held.
setTimeout(() => {
  collectGarbage();
  setTimeout(() => process.stdout.write(isHeld ? 'held' : 'taken by another'), 10);
}, 10);
setInterval(() => {}, 60_000);
