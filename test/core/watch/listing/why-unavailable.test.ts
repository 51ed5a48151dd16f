import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { whyUnavailable } from '../../../../main/core/watch/listing/folder-listing.ts';

it('a folder that was a drive is not available once only its empty place is left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'was-a-drive-'));
  expect(await whyUnavailable(folder)).toBeNull();
  expect(await whyUnavailable(folder, true)).toBe('not mounted');
  rmSync(folder, { recursive: true });
  expect(await whyUnavailable(folder)).toBe('ENOENT');
});
