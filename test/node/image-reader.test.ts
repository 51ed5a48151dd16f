import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { createImageQuestion } from '../../main/core/uploads/image/image-question.ts';
import { readImages } from '../../main/node/host/image-reader.ts';
import { samplePng } from '../support/image-samples.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

it('finds text on a report, and says nothing of what it cannot read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'text-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const saved = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const paths = [
    join(import.meta.dirname, '../../emulator/samples/kjfk-egll-acars.png'),
    saved('small.png', samplePng({ text: 'small' })),
    saved('broken.jpg', Buffer.from('ffd8ffe000104a464946', 'hex')),
    join(folder, 'gone.png'),
  ];
  const check = createImageQuestion({
    clock: createVirtualClock(),
    reader: readImages,
    question: 'text',
    schema: z.boolean(),
  });
  expect(await Promise.all(paths.map((path) => check.ask(path)))).toEqual([true, null, null, null]);
});
