// Whether the database is of a newer version, before anything in the data folder is opened or changed.
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../../contract/failure.ts';
import { newerVersion } from './database.ts';
import { migrations } from './migrate.ts';

/** The header of a file of SQLite: its name, and `user_version` at byte 60 (https://sqlite.org/fileformat2.html). */
const headerBytes = 100;
const name = 'SQLite format 3\0';
const versionAt = 60;
/** An impossible version: the header is overwritten. */
export const absurdVersion = 1_000;

/**
 * `folder` is absolute. Null if the version is known, or nothing can be read: opening it reports why. A migration that
 * is in the write-ahead log only is found when it is opened.
 */
export function newerDatabase(folder: string): Failure | null {
  const path = join(folder, 'companion.db');
  const header = Buffer.alloc(headerBytes);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, header, 0, headerBytes, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
  if (header.toString('latin1', 0, name.length) !== name) return null;
  const version = header.readUInt32BE(versionAt);
  return version > migrations.length && version <= absurdVersion ? newerVersion(path, version) : null;
}
