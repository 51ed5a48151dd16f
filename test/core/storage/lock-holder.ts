// Holds a lock in a process of its own, until it is killed: node lock-holder.ts PATH
import { tryLock } from '../../../main/core/storage/files/lock-file.ts';

const lock = tryLock(process.argv[2]!);
process.stdout.write(lock ? 'held' : 'taken by another');
setInterval(() => {}, 60_000);
