import { readFileSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataUnderTest } from '../data-under-test.ts';

let data: ReturnType<typeof dataUnderTest>;
beforeEach(() => {
  data = dataUnderTest();
  data.opened().close();
});
afterEach(() => rmSync(data.folder, { recursive: true, force: true }));

const checkedAt = () => (JSON.parse(readFileSync(`${data.path}.clean`, 'utf8')) as { checkedAt: number }).checkedAt;

test('data that was closed cleanly is not read completely again, also after a reader that left an empty log', () => {
  const first = checkedAt();
  const reader = new DatabaseSync(data.path, { readOnly: true });
  reader.prepare('SELECT count(*) FROM jobs').get();
  reader.close();
  expect(statSync(data.wal).size).toBe(0);
  data.pass(60_000);
  data.opened().close();
  expect(checkedAt()).toBe(first);
});

test('data that another program wrote to is read completely', () => {
  const first = checkedAt();
  const writer = new DatabaseSync(data.path);
  writer.exec('CREATE TABLE strange (one TEXT); DROP TABLE strange');
  writer.close();
  data.pass(60_000);
  data.opened().close();
  expect(checkedAt()).toBeGreaterThan(first);
});
