// Lists the files of a package, including those in its archive.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** @typedef {{ files?: Record<string, ArchiveEntry>, offset?: string, size?: number, unpacked?: boolean }} ArchiveEntry */

/**
 * @param {string} folder
 * @returns {Generator<{ path: string, content: Buffer }>}
 */
export function* packedFiles(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).replaceAll('\\', '/');
    const content = readFileSync(file);
    if (path.endsWith('.asar')) {
      for (const packed of archivedFiles(content)) yield { path: `${path}/${packed.path}`, content: packed.content };
    } else yield { path, content };
  }
}

/**
 * Reads the files in an asar archive: a JSON header, followed by the files. Unpacked files are only named in the header,
 * and are on the disk.
 * @param {Buffer} bytes
 * @returns {Generator<{ path: string, content: Buffer }>}
 */
function* archivedFiles(bytes) {
  const header = /** @type {ArchiveEntry} */ (JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))));
  const start = 8 + bytes.readUInt32LE(4);
  /** @type {(readonly [string, ArchiveEntry])[]} */
  const open = [['', header]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, { files, offset, size = 0, unpacked = false }] = next;
    if (files)
      open.push(...Object.entries(files).map(([name, entry]) => /** @type {const} */ ([`${path}/${name}`, entry])));
    else {
      const begin = start + Number(offset ?? 0);
      yield { path: path.slice(1), content: unpacked ? Buffer.alloc(0) : bytes.subarray(begin, begin + size) };
    }
  }
}
