import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createVaultCounter } from '../../../main/core/settings/vault-counter.ts';
import { opened } from '../storage/create-database.ts';

let dataDir: string;
let warnings: string[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'counter-'));
  warnings = [];
  return () => rmSync(dataDir, { recursive: true });
});
const path = () => join(dataDir, 'companion.db');
const log = { debug() {}, info() {}, warn: (message: string) => void warnings.push(message), error() {} };
const counter = () => createVaultCounter({ dataDir, log });
const database = () => opened(path());
/** What another run finds. */
const stored = () => counter().last();

describe('the count of the vault', () => {
  it('is not known without a database, or with one that cannot be read', () => {
    expect(stored()).toBeNull();
    writeFileSync(path(), 'no database');
    expect(stored()).toBeNull();
  });

  it('is written once the database is in use, and found by the next run', () => {
    const count = counter();
    count.note(3);
    expect(count.last()).toBe(3);
    expect(stored()).toBeNull();
    const opened = database();
    expect(stored()).toBeNull();
    count.useDatabase(opened);
    expect(stored()).toBe(3);
    count.note(4);
    opened.close();
    expect(stored()).toBe(4);
    expect(warnings).toEqual([]);
  });

  it('never falls: neither here nor where another process has counted further', () => {
    const [opened, other] = [database(), database()];
    const count = counter();
    count.useDatabase(opened);
    expect(count.last()).toBeNull();
    count.note(5);
    count.note(4);
    expect(count.last()).toBe(5);
    const later = counter();
    later.useDatabase(other);
    later.note(9);
    expect(count.last()).toBe(9);
    count.note(7);
    expect(count.last()).toBe(9);
    const late = counter();
    late.note(2);
    late.useDatabase(other);
    expect(late.last()).toBe(9);
    opened.close();
    other.close();
  });

  it('continues while the database is closed, or cannot be written', () => {
    const opened = database();
    const count = counter();
    count.useDatabase(opened);
    count.note(1);
    opened.exec('DROP TABLE vault_counter');
    count.note(2);
    expect(warnings).toHaveLength(1);
    expect(count.last()).toBe(2);
    opened.close();
    count.note(3);
    expect(warnings).toHaveLength(1);
    expect(count.last()).toBe(3);
  });
});
