import { expect, test } from 'vitest';
import { createSocketOwner } from '../../../../main/core/platform/loopback/socket-owner.ts';

const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const row = (local: string, peer: string, state: string, user: number) =>
  `   0: ${local} ${peer} ${state} 00000000:00000000 00:00000000 00000000  ${user}        0 1 1`;
const [here, mapped, elsewhere] = ['0100007F', '0000000000000000FFFF00000100007F', '0A01A8C0'];
const ports = { localPort: 0x1234, remotePort: 0xabcd };
const listening = row(`${here}:1234`, '00000000:0000', '0A', 0);
const owner = (...rows: string[]) => createSocketOwner(async () => [head, ...rows].join('\n'))(ports);

test('the user of a connection is that of its other end', async () => {
  const ownEnd = row(`${here}:1234`, `${here}:ABCD`, '01', 0);
  expect(await owner(listening, ownEnd, row(`${here}:ABCD`, `${here}:1234`, '01', 1000))).toBe(1000);
  expect(await owner(listening, row(`${mapped}:ABCD`, `${here}:1234`, '01', 1001))).toBe(1001);
});

test('a connection of another address, or one that has closed, has no user', async () => {
  expect(await owner(listening)).toBe('gone');
  expect(await owner(listening, row(`${elsewhere}:ABCD`, `${here}:1234`, '01', 1000))).toBe('gone');
  expect(await owner(listening, row(`${here}:ABCD`, `${elsewhere}:1234`, '01', 1000))).toBe('gone');
  expect(await owner(listening, row(`${here}:ABCD`, `${here}:1234`, '06', 1000))).toBe('gone');
});

test('nothing is known where the listener is not listed, or the tables cannot be read', async () => {
  expect(await owner(row(`${here}:ABCD`, `${here}:1234`, '01', 1000))).toBeNull();
  expect(await owner(row(`${elsewhere}:1234`, '00000000:0000', '0A', 0))).toBeNull();
  const unreadable = createSocketOwner(() => Promise.reject(new Error('EACCES')));
  expect(await unreadable(ports)).toBeNull();
  expect(await unreadable({ localPort: undefined, remotePort: undefined })).toBe('gone');
});

test('one read serves all who ask while another one runs', async () => {
  let reads = 0;
  const find = createSocketOwner(async () => {
    reads += 1;
    return [head, listening, row(`${here}:ABCD`, `${here}:1234`, '01', reads)].join('\n');
  });
  expect(await Promise.all([find(ports), find(ports), find(ports)])).toEqual([1, 2, 2]);
  expect(await find(ports)).toBe(3);
});
