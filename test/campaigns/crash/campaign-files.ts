// The images of a crash campaign, each with unique content: some are added by command, some appear in a watched folder,
// complete, in pieces, or by a rename.
import { createHash } from 'node:crypto';
import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../../support/chance.ts';
import { pngOf } from '../../support/flight-deck.ts';

export type CampaignFile = {
  readonly name: string;
  readonly path: string;
  readonly sha256: string;
  readonly way: 'command' | 'folder';
  /** Puts it into the watched folder. */
  appear(): Promise<void>;
  /** Whether the companion has reported it as safe. */
  isSaid: boolean;
};

export async function makeFiles(deps: {
  folder: string;
  watched: string;
  count: number;
  chance: Chance;
}): Promise<CampaignFile[]> {
  const { folder, watched, chance } = deps;
  const handed = join(folder, 'handed');
  await mkdir(handed);
  const files: CampaignFile[] = [];
  for (let number = 1; number <= deps.count; number += 1) {
    const name = `report-${String(number).padStart(3, '0')}.png`;
    const padBytes = chance.is(0.3) ? chance.int(100_000, 600_000) : chance.int(0, 4_000);
    const content = pngOf(`${name} ${chance.text(16)}`, padBytes);
    const way = chance.is(0.5) ? 'command' : 'folder';
    const path = join(way === 'command' ? handed : watched, name);
    if (way === 'command') await writeFile(path, content);
    const manner = chance.int(1, 3);
    files.push({
      name,
      path,
      way,
      sha256: createHash('sha256').update(content).digest('hex'),
      isSaid: false,
      async appear() {
        if (manner === 1) return writeFile(path, content);
        const half = Math.floor(content.length / 2);
        const first = manner === 2 ? path : `${path}.part`;
        await writeFile(first, content.subarray(0, half));
        await sleep(30);
        await appendFile(first, content.subarray(half));
        if (first !== path) await rename(first, path);
      },
    });
  }
  return files;
}
