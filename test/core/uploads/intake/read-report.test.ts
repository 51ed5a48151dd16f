import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { failures } from '../../../../main/core/messages/failures.ts';
import { examineFile } from '../../../../main/core/uploads/intake/read-report.ts';
import { imageRules, type ImageVerdict } from '../../../../main/core/uploads/image/image-check.ts';
import { samplePng } from '../../../support/image-samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'examine-'));
afterAll(() => rmSync(folder, { recursive: true }));
const image = samplePng();
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const sha256 = sha256Of(image);
const check = imageRules.createImageCheck('a.png');
await check.push(image);
const { imageHash } = check.verdict() as ImageVerdict & { kind: 'complete' };

function put(name: string, content: Buffer | null, bytes?: number) {
  const path = join(folder, name);
  if (content === null) mkdirSync(path);
  else writeFileSync(path, content);
  if (bytes !== undefined) truncateSync(path, bytes);
  return { path, name };
}
const whole = { kind: 'report', mediaType: 'image/png', sha256, imageHash, bytes: image.length };
const notReport = (failure: unknown, bytes: number | null = null) => ({ kind: 'not-report', failure, bytes });

test.each<[string, () => { path: string; name: string }, number, unknown]>([
  ['an image', () => put('a.png', image), image.length, whole],
  ['an image above the limit', () => put('b.png', image), image.length - 1, whole],
  [
    'ten times the limit',
    () => put('c.png', image, 1_000),
    100,
    {
      ...whole,
      sha256: sha256Of(Buffer.concat([image, Buffer.alloc(1_000 - image.length)])),
      bytes: 1_000,
    },
  ],
  ['a file far above it', () => put('d.png', image, 2e8), 100, notReport(failures.fileTooLarge(2e8, 100), 2e8)],
  [
    'a part of an image',
    () => put('e.png', image, 40),
    9_999,
    { ...notReport(failures.fileIncomplete('e.png'), 40), sha256: sha256Of(image.subarray(0, 40)) },
  ],
  [
    'another format',
    () => put('f.png', Buffer.from('GIF89a of something')),
    9_999,
    notReport(failures.notAReport('f.png', { reason: 'otherFormat', extension: 'png', format: 'GIF' }), 19),
  ],
  [
    'an empty file',
    () => put('g.png', Buffer.alloc(0)),
    99,
    notReport(failures.notAReport('g.png', { reason: 'empty' }), 0),
  ],
  [
    'another extension',
    () => ({ path: join(folder, 'h.txt'), name: 'h.txt' }),
    99,
    notReport(failures.notAReport('h.txt', { reason: 'otherExtension' })),
  ],
  ['a folder', () => put('i.png', null), 99, notReport(failures.fileUnreadable('i.png', 'not a file'))],
  [
    'a missing file',
    () => ({ path: join(folder, 'j.png'), name: 'j.png' }),
    99,
    notReport(failures.fileUnreadable('j.png', 'ENOENT')),
  ],
])('examines %s', async (_what, make, maxBytes, expected) => {
  expect(await examineFile(make(), maxBytes)).toEqual(expected);
});
