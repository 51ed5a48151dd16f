import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leaderLockName, tryLock, type Lock } from '../../../../main/core/storage/files/lock-file.ts';
import { createLeaderRecord, type LeaderRecord } from '../../../../main/core/storage/tables/leader.ts';
import { freshStores, type FreshStores } from '../fresh-stores.ts';

let dataDir: string;
let stores: FreshStores;
let lock: Lock | null;
let leader: LeaderRecord;
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const club = { id: 'one', profile: 'club', service: 'Club', address: 'https://club.example', isUploading: true };

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'leader-'));
  stores = freshStores();
  leader = createLeaderRecord({ database: stores.database, dataDir, log: silent });
  lock = tryLock(join(dataDir, leaderLockName));
});
afterEach(() => {
  lock?.release();
  stores.database.close();
  rmSync(dataDir, { recursive: true });
});

test('a leader says which service it works for', () => {
  expect(leader.worker('club')).toEqual({ is: 'none' });
  leader.write(club);
  expect(leader.worker('club')).toEqual({
    is: 'other',
    service: 'Club',
    address: 'https://club.example',
    isSameService: true,
  });
  expect(leader.worker('home')).toMatchObject({ is: 'other', isSameService: false });
  expect([leader.idFor('club'), leader.idFor('home')]).toEqual(['one', null]);
});

test('of several services, each is seen from its own profile', () => {
  leader.write({ ...club, id: 'two', profile: 'home', service: 'Home' });
  leader.write(club);
  expect([leader.idFor('club'), leader.idFor('home')]).toEqual(['one', 'two']);
  expect(leader.worker('home')).toMatchObject({ service: 'Home', isSameService: true });
  expect(leader.worker('third')).toMatchObject({ is: 'other', isSameService: false });
});

test('one that has died does not count', () => {
  leader.write(club);
  lock?.release();
  lock = null;
  expect(leader.worker('club')).toEqual({ is: 'none' });
  expect(leader.idFor('club')).toBeNull();
});

test('a process that has the lock and does not upload does not count', () => {
  leader.write({ ...club, isUploading: false });
  expect(leader.worker('club')).toEqual({ is: 'none' });
});

test('one that ends removes its own record only', () => {
  leader.write(club);
  leader.write({ ...club, id: 'two', profile: 'home' });
  leader.remove('one');
  expect(leader.idFor('home')).toBe('two');
  leader.clear();
  expect(leader.worker('home')).toEqual({ is: 'none' });
});

test('a full disk keeps no leader from its work', () => {
  stores.database.exec('PRAGMA query_only = 1');
  expect(() => leader.write(club)).not.toThrow();
  expect(() => leader.clear()).not.toThrow();
});
