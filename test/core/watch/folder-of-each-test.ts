import { mkdir } from 'node:fs/promises';
import { afterEach, beforeEach } from 'vitest';
import { imageRules } from '../../../main/core/uploads/image/image-check.ts';
import type { ImageRules } from '../../../main/core/watch/file-reader.ts';
import type { HintsKind } from '../../../main/core/watch/folder-hints.ts';
import { createWatchedFolder, type WatchedFolder } from './watched-folder.ts';

export const isLinux = process.platform === 'linux';

export const halves = (bytes: Buffer) =>
  [bytes.subarray(0, bytes.length >> 1), bytes.subarray(bytes.length >> 1)] as const;

/** The project's own rules, counting the bytes read. */
export function countingRules(): ImageRules & { bytes: number } {
  const rules = {
    bytes: 0,
    ...imageRules,
    createImageCheck(name: string) {
      const check = imageRules.createImageCheck(name);
      const push = async (chunk: Buffer) => {
        rules.bytes += chunk.length;
        await check.push(chunk);
      };
      return { verdict: check.verdict, push };
    },
  };
  return rules;
}

/** A watched folder for each test of a file. A problem that the watch reported fails the test. */
export function setUpWatchedFolder({ hints }: { hints?: HintsKind } = {}) {
  const context = {} as { folder: WatchedFolder };

  beforeEach(async () => {
    context.folder = await createWatchedFolder({ ...(hints && { hints }) });
    await mkdir(context.folder.path);
  });

  afterEach(async () => {
    const { problems } = context.folder;
    await context.folder[Symbol.asyncDispose]();
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });

  return context;
}
