// Which names a watch looks at: those that the service takes, and pictures of other kinds, so that a pilot whose tool
// saves .webp is told why nothing leaves. All other files are none of ours, nor are hidden ones: they are somebody's
// temporary files (macOS writes a screenshot under a name with a dot first) or companions of others (`._shot.png`).
import { basename, extname } from 'node:path';
import type { ImageRules } from './growing-file.ts';

const otherPictures: ReadonlySet<string> = new Set(
  ['webp', 'bmp', 'gif', 'tif', 'tiff', 'heic', 'avif', 'jxr', 'jxl'].map((ending) => `.${ending}`),
);

/** @param name A name or a path. */
export const maybeReport = (name: string, pictures: ImageRules): boolean =>
  !basename(name).startsWith('.') &&
  (pictures.hasReportExtension(name) || otherPictures.has(extname(name).toLowerCase()));
