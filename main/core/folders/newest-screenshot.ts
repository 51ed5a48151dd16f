// The newest screenshot of the watched folders, by the rules for names.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderState } from '../../contract/state.ts';
import { hasReportExtension } from '../uploads/image/image-check.ts';
import { createNameRule } from './name-pattern.ts';

/** Null if there is none. Folders that cannot be read are left out. */
export async function newestScreenshot(
  folders: readonly Pick<FolderState, 'path' | 'rules'>[],
): Promise<{ path: string; name: string } | null> {
  const found = await Promise.all(
    folders.map(async ({ path: folder, rules }) => {
      const isWanted = createNameRule(rules.names);
      const names = (await readdir(folder).catch(() => [])).filter(
        (name) => hasReportExtension(name) && isWanted(name),
      );
      const images = names.map(async (name) => {
        const info = await stat(join(folder, name)).catch(() => null);
        return info?.isFile() ? [{ path: join(folder, name), name, at: info.mtimeMs }] : [];
      });
      return (await Promise.all(images)).flat();
    }),
  );
  const [newest] = found.flat().toSorted((one, other) => other.at - one.at);
  return newest ? { path: newest.path, name: newest.name } : null;
}
