// Makes created, renamed and removed names in a folder durable.
import { closeSync, fsyncSync, openSync } from 'node:fs';

export function syncFolder(path: string) {
  // Windows cannot open a folder for this; there the rename itself is journaled.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Makes the content of a file durable that something else has written. */
export function syncFile(path: string) {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
